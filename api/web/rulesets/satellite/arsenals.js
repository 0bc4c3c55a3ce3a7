// A table of the cartridges: what unlocks them, what they do, and who still has them.
/** @import { Child, Play } from "../../types.js" */
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { CARTRIDGES } from "./sectors.js";

/** The arsenals of both players. @param {Play<"satellite">} play @returns {Child} */
export function arsenals({ game, legal, seat, name }) {
  const { sides } = game.view;
  const choice = legal.find(({ type }) => type === "fire");
  const unlocked = new Set(choice?.type === "fire" ? choice.cartridges.map(({ cartridge }) => cartridge) : []);
  return h(
    "details",
    { key: "arsenals", open: true },
    h("summary", {}, t("satellite-arsenals")),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("satellite-arsenals") },
      h(
        "table",
        { class: "arsenals" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("satellite-cartridge")), sides.map((side) => h("th", { scope: "col" }, name(side.seat))), h("th", { scope: "col" }, t("satellite-needs")), h("th", { scope: "col" }, t("satellite-does")))),
        h(
          "tbody",
          {},
          CARTRIDGES.map((cartridge) =>
            h(
              "tr",
              { key: cartridge },
              h("th", { scope: "row" }, t(`satellite-${cartridge}`)),
              sides.map((side) => {
                const state = !side.arsenal.includes(cartridge) ? "used" : side.seat === seat && unlocked.has(cartridge) ? "unlocked" : "loaded";
                return h("td", { class: state }, t(`satellite-state-${state}`));
              }),
              h("td", {}, t(`satellite-${cartridge}-needs`)),
              h("td", {}, t(`satellite-${cartridge}-effect`)),
            ),
          ),
        ),
      ),
    ),
    sides.filter(({ wild }) => wild).map((side) => h("p", { class: "hint", key: `wild-${side.seat}` }, t("satellite-wild", { name: name(side.seat) }))),
  );
}
