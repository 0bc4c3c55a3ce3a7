// The account: the name, sounds, the language, other devices, and leaving.
import { adopt } from "../lib/account.js";
import { api, ok } from "../lib/api.js";
import { h, show } from "../lib/dom.js";
import { closeFeed } from "../lib/feed.js";
import { choose, language, languages, t } from "../lib/i18n.js";
import { expected, problem } from "../lib/problem.js";
import { account, setAccount } from "../lib/session.js";
import { isOn, setSound } from "../lib/sound.js";
import { copyable } from "./game/players.js";

/** @param {HTMLElement} root */
export async function open(root) {
  /** @type {{ problem?: import("../lib/problem.js").Trouble, saved: string, link?: string, asked: boolean, token: string }} */
  const state = { saved: "", asked: false, token: "" };
  const attempt = async (/** @type {() => Promise<void>} */ act) => {
    state.problem = undefined;
    state.saved = "";
    try {
      await act();
    } catch (error) {
      state.problem = expected(error);
    }
    draw();
  };
  const rename = (/** @type {any} */ event) => {
    event.preventDefault();
    const name = event.target.elements.name.value;
    void attempt(async () => {
      const player = await ok(api.PATCH("/v1/players/me", { body: { name } }));
      const known = account();
      if (known) setAccount({ ...known, player });
      state.saved = t("account-saved");
    });
  };
  const share = () =>
    attempt(async () => {
      const { token } = await ok(api.POST("/v1/tokens", { body: { name: t("account-device-name") } }));
      state.link = `${location.origin}${location.pathname}#/device/${token}`;
    });
  const remove = () => {
    closeFeed();
    setAccount(undefined);
    location.hash = "#/";
  };
  const use = (/** @type {Event} */ event) => {
    event.preventDefault();
    void attempt(async () => {
      await adopt(state.token.trim());
      location.hash = "#/";
    });
  };
  const draw = () => {
    const me = account()?.player;
    document.title = t("menu-account");
    show(
      root,
      h("h1", {}, t("menu-account")),
      problem(state.problem),
      me === undefined
        ? h("form", { class: "form", onsubmit: use },
            h("p", {}, t("account-none")),
            h("label", {}, t("account-token"), h("input", { name: "token", autocomplete: "off", required: true, oninput: (/** @type {any} */ event) => (state.token = event.target.value) })),
            h("button", { class: "primary" }, t("account-use")))
        : [
            h("form", { class: "form", onsubmit: rename },
              h("label", {}, t("new-name"), h("input", { name: "name", required: true, maxlength: 40, value: me.name ?? "" })),
              h("button", {}, t("account-save")), h("span", { role: "status" }, state.saved)),
            h("section", {}, h("h2", {}, t("account-device")), h("p", {}, t("account-device-why")),
              state.link ? copyable(state.link, t("account-device-link")) : h("button", { type: "button", onclick: () => void share() }, t("account-device-make"))),
          ],
      h("section", {}, h("h2", {}, t("account-settings")),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: isOn(), onchange: (/** @type {any} */ event) => setSound(event.target.checked) }), t("account-sound")),
        h("label", {}, t("account-language"),
          h("select", { value: language, onchange: (/** @type {any} */ event) => choose(event.target.value) },
            languages.map((code) => h("option", { value: code }, new Intl.DisplayNames(code, { type: "language" }).of(code)))))),
      me !== undefined &&
        h("section", {}, h("h2", {}, t("account-leave")), h("p", {}, t("account-leave-why")),
          state.asked
            ? h("p", { class: "confirm" }, t("account-leave-sure"), h("button", { type: "button", class: "danger", onclick: remove }, t("yes")), h("button", { type: "button", onclick: () => { state.asked = false; draw(); } }, t("no")))
            : h("button", { type: "button", onclick: () => { state.asked = true; draw(); } }, t("account-leave"))),
    );
  };
  draw();
}
