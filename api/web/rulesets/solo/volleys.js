// The dice and the coin of the last volley, and a list of all volleys.
/** @import { Child, Schemas } from "../../types.js" */
/** @import { View } from "./sea.js" */
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { labelOf, sign, suitLabel } from "./sea.js";

/** What a die achieved. @param {Schemas["SoloVolley"]} volley @param {number} index */
function result({ shots }, index) {
  const shot = shots[index];
  if (shot === undefined) return t("solo-not-fired");
  if (shot.hit === null) return t("cell-miss");
  return t(shot.sunk ? "solo-hits-last" : "solo-hits-one", { suit: suitLabel(shot.hit) });
}

/** The last volley. @param {View} view @returns {Child} */
export function lastVolley(view) {
  const volley = view.volleys.at(-1);
  if (volley === undefined) return null;
  return h(
    "div",
    { key: "last" },
    h("h2", {}, t("solo-volley-number", { volley: volley.volley })),
    h("p", {}, h("span", { class: "die coin-side", "aria-hidden": "true" }, volley.coin === "heads" ? "↑" : "↓"), ` ${t(`solo-${volley.coin}-rows`)}`),
    h(
      "ul",
      { class: "volley" },
      volley.dice.map(({ suit, face }, index) => {
        const shot = volley.shots[index];
        return h(
          "li",
          {},
          h("span", { class: "die", "aria-hidden": "true" }, sign(suit), face),
          h("span", {}, h("b", {}, `${shot ? labelOf(view, shot.cell) : `${suitLabel(suit)}, ${face}`}: `), result(volley, index)),
        );
      }),
    ),
  );
}

/** All volleys, the newest first. @param {View} view @returns {Child} */
export function volleys(view) {
  if (view.volleys.length === 0) return null;
  const head = ["solo-number", "solo-coin"].map((id) => h("th", { scope: "col" }, t(id)));
  return h(
    "details",
    { key: "volleys" },
    h("summary", {}, t("solo-volleys", { count: view.volleys.length })),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("solo-volleys", { count: view.volleys.length }) },
      h(
        "table",
        { class: "totals" },
        h("thead", {}, h("tr", {}, head, view.order.map((suit) => h("th", { scope: "col" }, sign(suit), ` ${suitLabel(suit)}`)))),
        h(
          "tbody",
          {},
          view.volleys.toReversed().map((volley) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, String(volley.volley)),
              h("td", {}, t(`solo-${volley.coin}`)),
              volley.dice.map(({ face }, index) => h("td", {}, volley.shots[index]?.hit ? `${face}: ${result(volley, index)}` : volley.shots[index] ? face : `(${face})`)),
            ),
          ),
        ),
      ),
    ),
  );
}
