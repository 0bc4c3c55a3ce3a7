// The map of a planet: its buildings, as far as the viewer knows them, and all hits.
/** @import { Child, Play, Schemas } from "../../types.js" */
/** @import { Aim } from "./moves.js" */
import { board, letters, numbers } from "../../lib/board.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { BUILDINGS } from "./buildings.js";
import { mark } from "./moves.js";
import { place, reaches, sector } from "./sectors.js";

/** The map of a planet. `aim` is what the player can aim at on it. @param {Play<"satellite">} play @param {Schemas["SatelliteSide"]} side @param {Aim | undefined} aim */
export function planet(play, side, aim) {
  const { game, seat, name } = play;
  const { planet: size, operations } = game.view;
  const hits = new Set(side.hits);
  const misses = new Set(side.misses);
  const buildings = new Map(side.buildings?.flatMap((building) => building.cells.map((cell) => [cell, building])));
  // A hazard shows the sectors of the building that it destroys.
  const felled = new Set(operations.flatMap((operation) => (operation.seat === side.seat ? [] : (operation.building ?? []))));
  /** @param {string} of */
  const square = (of) => {
    const building = buildings.get(of);
    const isRuin = building?.destroyed ?? felled.has(of);
    const shot = aim?.isFired ? { cartridge: aim.cartridge ?? "", beam: aim.beam } : undefined;
    const isReached = shot !== undefined && !aim?.marked.includes(of) && aim?.marked.some((target) => reaches(shot, target, of));
    const state = isRuin ? t("satellite-ruin") : hits.has(of) ? t("cell-hit") : misses.has(of) ? t("cell-miss") : building ? "" : t("cell-empty");
    return {
      label: [building && t(`satellite-building-${building.building}`), state, isReached && t("satellite-reached")].filter(Boolean).join(", "),
      content: isRuin ? "#" : hits.has(of) ? "✕" : misses.has(of) ? "•" : undefined,
      class: [(building || isRuin) && "ship", building && edges(building.cells, of), hits.has(of) && "hit", misses.has(of) && "miss", isReached && "reached"].filter(Boolean).join(" "),
      ...(aim && { enabled: aim.from.includes(of), selected: aim.marked.includes(of) }),
    };
  };
  const owner = side.seat === seat ? t("satellite-own") : t("satellite-planet", { name: name(side.seat) });
  return board({
    id: `planet-${side.seat}`,
    title: game.status === "placing" ? owner : t("satellite-lost", { planet: owner, count: side.destroyed, of: BUILDINGS }),
    columns: numbers(size.columns),
    rows: letters(size.rows),
    name: sector,
    square,
    ...(aim && { pick: (/** @type {string} */ of) => mark(play, aim, of) }),
  });
}

/** Classes that draw a line around a building, so that buildings that touch look like two. @param {string[]} cells @param {string} of */
function edges(cells, of) {
  const [column, row] = place(of);
  const isOpen = (/** @type {number} */ x, /** @type {number} */ y) => !cells.includes(sector(column + x, row + y));
  return [isOpen(0, -1) && "edge-top", isOpen(0, 1) && "edge-bottom", isOpen(-1, 0) && "edge-left", isOpen(1, 0) && "edge-right"].filter(Boolean).join(" ");
}

/** What the marks on the maps mean. @returns {Child} */
export function legend() {
  return h("p", { class: "hint" }, t("satellite-legend"));
}
