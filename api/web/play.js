// The frontend: shows the screen that the part of the address after # names.
import { byId, enableSkipLink, h, show } from "./lib/dom.js";
import { load, t, translate } from "./lib/i18n.js";
import { ensureAccount } from "./lib/account.js";
import { NetworkError, ProblemError } from "./lib/api.js";
import { closeFeed } from "./lib/feed.js";
import { words } from "./lib/problem.js";
import { account, setAccount } from "./lib/session.js";

/**
 * A screen is a module with a function that shows it. What the function returns is called when another screen comes.
 * @typedef {(root: HTMLElement, parameters: string[]) => Promise<(() => void) | void>} Screen
 */

/** Screens by the first word of the address. @type {Record<string, () => Promise<{ open: Screen }>>} */
const SCREENS = {
  "": () => import("./screens/lobby.js"),
  new: () => import("./screens/new.js"),
  quick: () => import("./screens/quick.js"),
  games: () => import("./screens/game.js"),
  join: () => import("./screens/join.js"),
  score: () => import("./screens/score.js"),
  account: () => import("./screens/account.js"),
  device: () => import("./screens/device.js"),
};

let leave = () => {};
let visits = 0;

async function visit() {
  const visit = ++visits;
  leave();
  leave = () => {};
  // A screen that is still loading when another one comes draws into its own element, which is gone by then.
  const root = h("div");
  byId("screen").replaceChildren(root);
  show(byId("trouble"));
  if (visit > 1) byId("screen").focus();
  try {
    const [word = "", ...parameters] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
    const screen = await (SCREENS[word] ?? SCREENS[""])?.();
    const close = await screen?.open(root, parameters);
    if (!close) return;
    if (visit === visits) leave = close;
    else close();
  } catch (error) {
    if (visit === visits) fail(error);
  }
}

/** Shows an error in place of the screen. @param {unknown} error */
function fail(error) {
  console.error(error);
  leave();
  leave = () => {};
  if (error instanceof ProblemError && error.status === 401) return noAccount();
  // After an upgrade of the service, the files of this page are gone.
  const isOutdated = error instanceof TypeError && error.message.includes("module");
  const detail = isOutdated ? t("failed-outdated") : reason(error);
  show(
    byId("screen"),
    h("h1", {}, t("failed-title")),
    h("p", { role: "alert" }, detail),
    h("button", { type: "button", onclick: () => (isOutdated ? location.reload() : void visit()) }, t("failed-again")),
  );
}

/** Says that this page needs an account, or another one, and offers it. */
function noAccount() {
  const isKnown = account() !== undefined;
  const go = async () => {
    closeFeed();
    setAccount(undefined);
    await ensureAccount(t("guest"));
    await visit();
  };
  show(
    byId("screen"),
    h("h1", {}, t(isKnown ? "account-gone" : "account-needed")),
    h("p", { role: "alert" }, t(isKnown ? "account-gone-why" : "account-needed-why")),
    h("p", { class: "buttons" },
      h("button", { type: "button", class: "primary", onclick: () => void go().catch(fail) }, t("account-guest")),
      h("a", { class: "button", href: "#/account", onclick: () => isKnown && setAccount(undefined) }, t("account-other"))),
  );
}

/** What went wrong, in words. @param {unknown} error */
function reason(error) {
  if (error instanceof ProblemError || error instanceof NetworkError) return words(error);
  return error instanceof Error ? error.message : String(error);
}

/** Shows an error above the screen, which goes on. @param {unknown} error */
function complain(error) {
  // What loads by itself is repeated until there is a connection, so a person waits for this.
  if (!(error instanceof NetworkError)) console.error(error);
  const detail = reason(error);
  const close = () => show(byId("trouble"));
  show(byId("trouble"), h("p", { class: "problem" }, detail, " ", h("button", { type: "button", onclick: close }, t("close"))));
}

await load("common");
translate(document);
enableSkipLink();
addEventListener("hashchange", visit);
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  const isRevoked = event.reason instanceof ProblemError && event.reason.status === 401;
  if (isRevoked) fail(event.reason);
  else complain(event.reason);
});
addEventListener("pagehide", closeFeed);
// The browser may show a page again as it was, with its stream closed.
addEventListener("pageshow", (event) => event.persisted && visit());
await visit();
