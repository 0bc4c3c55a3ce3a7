// Fleets of straight ships: their editor, and their placement as the server reads it.
/** @import { Schemas } from "../types.js" */
/** @import { Layout, Piece } from "./pieces.js" */
import { letters, numbers, position, cellName } from "./board.js";
import { has, t } from "./i18n.js";
import { straight } from "./pieces.js";

/** Returns the name of a class of ships. @param {string} of */
export function shipLabel(of) {
  return has(`ship-${of}`) ? t(`ship-${of}`) : of.replaceAll("_", " ");
}

/**
 * Returns a layout for a fleet. `ships` is what the player has placed before.
 * @param {object} of
 * @param {{ class: string, length: number, ships: number }[]} of.fleet
 * @param {number} of.columns
 * @param {number} of.rows
 * @param {{ class: string, cells: string[] }[] | null | undefined} [of.ships]
 * @param {Layout["allows"]} [of.allows]
 * @param {Layout["ground"]} [of.ground]
 * @returns {Layout}
 */
export function fleetLayout({ fleet, columns, rows, ships, allows = () => true, ground }) {
  const left = [...(ships ?? [])];
  /** @type {Piece[]} */
  const pieces = fleet.flatMap(({ class: of, length, ships: count }) =>
    Array.from({ length: count }, (_, number) => {
      const index = left.findIndex((ship) => ship.class === of);
      const cells = index < 0 ? [] : (left.splice(index, 1)[0]?.cells ?? []);
      const [first, second] = [cells[0], cells[1]].map((cell) => (cell === undefined ? null : position(cell)));
      const turn = first && second && second[0] === first[0] ? 1 : 0;
      return { id: `${of}-${number + 1}`, label: shipLabel(of), turns: straight(length), turn, at: first ?? null };
    }),
  );
  return {
    id: "placement",
    columns: letters(columns),
    rows: numbers(rows),
    pieces,
    chosen: pieces.find(({ at }) => at === null)?.id ?? null,
    allows,
    ...(ground && { ground }),
  };
}

/** Returns the ships of a complete layout. @param {Layout} layout @returns {Schemas["ShipDraft"][]} */
export function shipsOf(layout) {
  return layout.pieces.map(({ id, turn, turns, at }) => ({
    class: id.slice(0, id.lastIndexOf("-")),
    at: cellName(...(at ?? [0, 0])),
    heading: turns[turn]?.key === "down" ? "down" : "across",
  }));
}
