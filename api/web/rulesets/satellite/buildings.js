// The buildings of a planet: their shapes, and their placement.
/** @import { Schemas } from "../../types.js" */
/** @import { Layout, Piece, Turn } from "../../lib/pieces.js" */
import { letters, numbers } from "../../lib/board.js";
import { t } from "../../lib/i18n.js";
import { covered } from "../../lib/pieces.js";
import { place, sector } from "./sectors.js";

/** Shapes of the buildings, as columns and rows. @type {Record<Schemas["SatelliteBuilding"], [number, number][]>} */
const SHAPES = {
  outpost: [[0, 0], [1, 0]],
  relay: [[0, 0], [1, 0], [2, 0]],
  bunker: [[0, 0], [0, 1], [1, 1]],
  reactor: [[0, 0], [1, 0], [0, 1], [1, 1]],
  hangar: [[0, 0], [1, 0], [2, 0], [3, 0]],
  citadel: [[0, 0], [1, 0], [2, 0], [1, 1]],
};

/** Number of buildings of each planet. */
export const BUILDINGS = Object.keys(SHAPES).length;

/** Moves squares so that the first of them in reading order is at [0, 0]. @param {[number, number][]} cells */
function fromFirst(cells) {
  const sorted = [...cells].sort(([x, y], [otherX, otherY]) => y - otherY || x - otherX);
  const [left, top] = sorted[0] ?? [0, 0];
  return sorted.map(([x, y]) => /** @type {[number, number]} */ ([x - left, y - top]));
}

/** Returns the ways in which a shape can be turned and mirrored. @param {[number, number][]} shape @returns {Turn[]} */
function turnsOf(shape) {
  /** @type {Map<string, Turn>} */
  const turns = new Map();
  for (const isMirrored of [false, true]) {
    /** @type {[number, number][]} */
    let cells = shape.map(([x, y]) => (isMirrored ? [-x, y] : [x, y]));
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const turn = fromFirst(cells);
      turns.set(String(turn), { key: String(turn), cells: turn });
      cells = cells.map(([x, y]) => [-y, x]);
    }
  }
  return [...turns.values()];
}

/**
 * Returns the layout of a planet. `buildings` is what the player has placed before.
 * @param {Schemas["SatellitePlanetSize"]} planet @param {Schemas["SatelliteBuildingView"][]} buildings
 * @returns {Layout}
 */
export function layoutOf({ columns, rows }, buildings) {
  /** @type {Piece[]} */
  const pieces = Object.entries(SHAPES).map(([id, shape]) => {
    const turns = turnsOf(shape);
    const cells = buildings.find(({ building }) => building === id)?.cells.map(place);
    const turn = cells === undefined ? 0 : turns.findIndex(({ key }) => key === String(fromFirst(cells)));
    return { id, label: t(`satellite-building-${id}`), turns, turn: Math.max(turn, 0), at: cells?.[0] ?? null };
  });
  return {
    id: "placement",
    columns: numbers(columns),
    rows: letters(rows),
    name: sector,
    pieces,
    chosen: pieces.find(({ at }) => at === null)?.id ?? null,
    allows: () => true,
  };
}

/** Returns the buildings of a complete layout. @param {Layout} layout @returns {Schemas["SatelliteBuildingDraft"][]} */
export function buildingsOf(layout) {
  return layout.pieces.map((piece) => ({
    building: /** @type {Schemas["SatelliteBuilding"]} */ (piece.id),
    cells: covered(piece).map(([column, row]) => sector(column, row)),
  }));
}
