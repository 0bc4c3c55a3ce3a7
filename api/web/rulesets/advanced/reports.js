// A table of what the reports say about both fleets: totals, never by square.
/** @import { Child, Play } from "../../types.js" */
/** @import { Strike } from "./weapons.js" */
import { h } from "../../lib/dom.js";
import { shipLabel } from "../../lib/fleet.js";
import { t } from "../../lib/i18n.js";
import { findings } from "./findings.js";
import { line } from "./log.js";
import { KINDS, strikesAt } from "./weapons.js";

/**
 * Reports that leave open which of their squares were hit: the maps have their numbers.
 * @param {Play<"advanced">} play @param {number} seat
 * @returns {Child}
 */
function openReports(play, seat) {
  const { view } = play.game;
  const numbers = new Set([...findings(view, seat).values()].filter((finding) => typeof finding === "number"));
  const lines = view.operations.map((operation, index) => ({ number: index + 1, line: line(operation, play) })).filter(({ number }) => numbers.has(number));
  if (lines.length === 0) return null;
  return [h("p", {}, t("advanced-open-reports", { name: play.name(seat) })), h("ol", {}, lines.map(({ number, line }) => h("li", { value: number }, line)))];
}

/** @param {Play<"advanced">} play @returns {Child} */
export function reports(play) {
  const { game, name } = play;
  const { view } = game;
  const { sides } = view;
  const strikes = new Map(sides.map(({ seat }) => [seat, strikesAt(view, seat)]));
  /** @param {number} seat @param {(strike: Strike) => string[]} what @param {string} of */
  const total = (seat, what, of) => (strikes.get(seat) ?? []).flatMap(what).filter((each) => each === of).length;
  const heads = sides.map((side) => h("th", { scope: "col" }, name(side.seat)));
  return h(
    "details",
    { key: "reports", open: true },
    h("summary", {}, t("advanced-reports")),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": t("advanced-reports") },
      h(
        "table",
        { class: "totals" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("advanced-fleet")), heads)),
        h(
          "tbody",
          {},
          view.fleet.map(({ class: of, length, ships }) =>
            h(
              "tr",
              { key: of },
              h("th", { scope: "row" }, t("advanced-class", { ship: shipLabel(of), ships, length })),
              sides.map((side) => {
                const sunk = side.sunk.filter((each) => each === of).length;
                const hits = Math.max(total(side.seat, ({ damage }) => damage.hits, of) - sunk * length, 0);
                const parts = [hits > 0 && t("advanced-total-hits", { count: hits }), sunk > 0 && t("advanced-total-sunk", { count: sunk })];
                return h("td", {}, parts.filter(Boolean).join(", ") || "–");
              }),
            ),
          ),
          KINDS.map((kind) =>
            h(
              "tr",
              { key: kind },
              h("th", { scope: "row" }, t(`advanced-${kind}`)),
              sides.map((side) => {
                const destroyed = total(side.seat, ({ damage }) => damage.weapons, kind);
                const ready = side.weapons?.filter(({ weapon, status }) => weapon === kind && status === "ready").length;
                const parts = [ready !== undefined && t("advanced-total-ready", { count: ready }), destroyed > 0 && t("advanced-total-destroyed", { count: destroyed })];
                return h("td", {}, parts.filter(Boolean).join(", ") || "–");
              }),
            ),
          ),
          h("tr", { key: "points" }, h("th", { scope: "row" }, t("advanced-points-left")), sides.map((side) => h("td", {}, side.remaining_points === null ? "?" : String(side.remaining_points)))),
        ),
      ),
    ),
    sides.filter(({ ships }) => ships === null).map(({ seat }) => openReports(play, seat)),
  );
}
