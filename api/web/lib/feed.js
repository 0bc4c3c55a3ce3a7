// The stream of all games of the player, which every screen shares.
/** @import { Schemas } from "../types.js" */
import { h, byId, show } from "./dom.js";
import { t } from "./i18n.js";
import { account } from "./session.js";
import { follow } from "./stream.js";

/** @typedef {Schemas["FeedMessage"] | Schemas["GameMessage"]} Message */

/** @type {Set<(message: Message) => void>} */
const listeners = new Set();
/** @type {AbortController | undefined} */
let open;

/**
 * Calls a function with each message about the player's games, until the returned function is called.
 * @param {(message: Message) => void} listener
 */
export function listen(listener) {
  listeners.add(listener);
  if (open === undefined && account() !== undefined) {
    open = new AbortController();
    const report = (/** @type {Message} */ message) => listeners.forEach((each) => each(message));
    void follow("/v1/events?include=game", report, showConnection, open.signal);
  }
  return () => {
    listeners.delete(listener);
  };
}

/** Closes the stream, because the page or the account goes away. */
export function closeFeed() {
  open?.abort();
  open = undefined;
}

/** Shows whether the server can be reached. @param {boolean} isOpen */
export function showConnection(isOpen) {
  show(byId("connection"), isOpen ? null : h("span", { class: "offline" }, t("connection-lost")));
}
