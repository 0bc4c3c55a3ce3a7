// A link from another device, which brings an account to this one.
import { adopt } from "../lib/account.js";
import { NetworkError } from "../lib/api.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { problem } from "../lib/problem.js";
import { account } from "../lib/session.js";

/** @param {HTMLElement} root @param {string[]} parameters */
export async function open(root, [token = ""]) {
  // The token must not stay in the history of the browser.
  history.replaceState(null, "", "#/device");
  const use = async () => {
    await adopt(token);
    location.replace("#/");
  };
  const me = account()?.player;
  const wrong = (/** @type {unknown} */ error) => draw(error instanceof NetworkError ? error : t("device-wrong"));
  /** @param {import("../lib/problem.js").Trouble} [trouble] */
  const draw = (trouble) =>
    show(
      root,
      h("h1", {}, t("device-title")),
      token === "" && h("p", {}, t("device-again")),
      token !== "" && h("p", {}, me === undefined ? t("device-text") : t("device-replaces", { name: me.name ?? "" })),
      problem(trouble),
      token !== "" && h("button", { type: "button", class: "primary", onclick: () => void use().catch(wrong) }, t("device-use")),
    );
  draw();
}
