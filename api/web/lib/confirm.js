// Buttons that ask once more before something that cannot be undone.
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { sends } from "./send.js";

/**
 * Returns a button, or the question that it asks. The texts of the question have the id of the button's with `sure-` in
 * front of it.
 * @param {{ ui: Record<string, any>, redraw: () => void, isSending: boolean }} screen
 * @param {string} text Id of the button's text.
 * @param {boolean} isGrave True if it asks.
 * @param {() => void} act
 */
export function confirmed({ ui, redraw, isSending }, text, isGrave, act) {
  const ask = (/** @type {string | undefined} */ what) => {
    ui["asked"] = what;
    redraw();
    // The keyboard goes to the safe answer, and back to the button.
    setTimeout(() => document.getElementById(what === undefined ? `button-${text}` : `no-${text}`)?.focus());
  };
  if (ui["asked"] !== text) {
    const press = () => (isGrave ? ask(text) : act());
    return h("button", { type: "button", key: text, id: `button-${text}`, ...sends(isSending, press) }, t(text));
  }
  const sure = () => {
    ask(undefined);
    act();
  };
  const escape = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && ask(undefined);
  return h(
    "span",
    { class: "confirm", key: `${text}-confirm`, role: "alertdialog", "aria-label": t(`sure-${text}`), onkeydown: escape },
    t(`sure-${text}`),
    h("button", { type: "button", class: "danger", onclick: sure }, t("yes")),
    h("button", { type: "button", id: `no-${text}`, onclick: () => ask(undefined) }, t("no")),
  );
}
