// Buttons that show a finished game step by step.
/** @import { Child } from "../../types.js" */
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { goes } from "../../lib/send.js";

/** @param {any} screen @returns {Child} */
export function replayControls(screen) {
  if (screen.game.status !== "finished") return null;
  const steps = screen.module.steps(screen.game);
  const at = screen.step ?? steps;
  const go = (/** @type {number} */ step) => {
    screen.step = step >= steps ? null : Math.max(step, 0);
    screen.redraw();
  };
  return h(
    "div",
    { class: "replay", key: "replay", role: "group", "aria-label": t("replay-title") },
    h("button", { type: "button", ...goes(at === 0, () => go(0)) }, t("replay-first")),
    h("button", { type: "button", ...goes(at === 0, () => go(at - 1)) }, t("replay-back")),
    h("label", {}, t("replay-step", { step: at, steps }), h("input", { type: "range", min: 0, max: steps, value: at, oninput: (/** @type {any} */ event) => go(Number(event.target.value)) })),
    h("button", { type: "button", ...goes(at >= steps, () => go(at + 1)) }, t("replay-on")),
    h("button", { type: "button", ...goes(at >= steps, () => go(steps)) }, t("replay-last")),
  );
}
