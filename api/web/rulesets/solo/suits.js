// The state of each suit that fights, with its chance when the game began.
/** @import { Child, Play } from "../../types.js" */
import { api, ok } from "../../lib/api.js";
import { expected } from "../../lib/problem.js";
import { h } from "../../lib/dom.js";
import { language, t } from "../../lib/i18n.js";
import { sign, suitLabel } from "./sea.js";

const percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });

/** Loads the chances once, when the viewer may know them. @param {Play<"solo">} play */
function loadOdds({ game, seat, ui, redraw }) {
  const mayKnow = game.view.prediction !== null && (seat !== undefined || game.status === "finished");
  if (!mayKnow || ui["odds"] !== undefined) return;
  ui["odds"] = null;
  const load = async () => {
    try {
      ui["odds"] = await ok(api.GET("/v1/games/{id}/odds", { params: { path: { id: game.id } } }));
      redraw();
    } catch (error) {
      // The game goes on without them.
      expected(error);
    }
  };
  void load();
}

/** @param {Play<"solo">} play @returns {Child} */
export function suits(play) {
  loadOdds(play);
  const { view } = play.game;
  /** @type {import("../../types.js").Schemas["SoloOdds"] | null | undefined} */
  const odds = play.ui["odds"];
  return h(
    "div",
    { key: "suits" },
    h("h2", {}, t("solo-suits")),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": t("solo-suits") },
      h(
        "table",
        { class: "totals" },
        h("thead", {}, h("tr", {}, ["solo-suit", "solo-hits", "solo-state"].map((id) => h("th", { scope: "col" }, t(id))), odds && h("th", { scope: "col" }, t("solo-chance")))),
        h(
          "tbody",
          {},
          view.suits.map(({ suit, coins, hit, afloat }) => {
            const chance = odds?.suits.find((each) => each.suit === suit)?.chance;
            return h(
              "tr",
              { key: suit },
              h("th", { scope: "row" }, sign(suit), ` ${suitLabel(suit)}`, suit === view.prediction && h("small", {}, ` ★ ${t("solo-your-prediction")}`)),
              h("td", {}, t("solo-of", { hit, coins })),
              h("td", {}, t(afloat ? "solo-afloat" : "solo-sunk")),
              odds && h("td", {}, chance === undefined ? "" : percent.format(chance)),
            );
          }),
        ),
      ),
    ),
  );
}
