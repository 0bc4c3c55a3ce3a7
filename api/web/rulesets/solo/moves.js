// Forms for the moves: the prediction, and the volleys.
/** @import { Child, Play } from "../../types.js" */
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { sends } from "../../lib/send.js";
import { sign, suitLabel } from "./sea.js";

/** @param {Play<"solo">} play @returns {Child} */
export function moves({ legal, ui, act, isSending, redraw }) {
  const choice = legal.find(({ type }) => type === "predict");
  const offered = ["volley", "run_out"].filter((type) => legal.some((each) => each.type === type));
  if (choice?.type === "predict") {
    const suit = choice.suits.find((each) => each === ui["suit"]);
    const choose = (/** @type {string} */ of) => {
      ui["suit"] = of;
      redraw();
    };
    return h(
      "div",
      { class: "move", key: "predict" },
      h("p", {}, t("solo-predict-hint")),
      h(
        "div",
        { class: "buttons", role: "group", "aria-label": t("solo-predict-choose") },
        choice.suits.map((each) =>
          h("button", { type: "button", class: "choice", key: each, "aria-pressed": String(each === suit), onclick: () => choose(each) }, sign(each), ` ${suitLabel(each)}`),
        ),
      ),
      h(
        "p",
        { class: "buttons" },
        h(
          "button",
          { type: "button", class: "primary", ...sends(isSending, () => void (suit && act([{ type: "predict", suit }])), suit !== undefined) },
          suit ? t("solo-predict", { suit: suitLabel(suit) }) : t("solo-predict-choose"),
        ),
      ),
    );
  }
  if (offered.length === 0) return null;
  return h(
    "div",
    { class: "move buttons", key: "fire" },
    offered.includes("volley") && h("button", { type: "button", class: "primary", key: "volley", ...sends(isSending, () => void act([{ type: "volley" }])) }, t("solo-volley")),
    offered.includes("run_out") && h("button", { type: "button", key: "run", ...sends(isSending, () => void act([{ type: "run_out" }])) }, t("solo-run-out")),
  );
}
