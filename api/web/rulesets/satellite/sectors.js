// Sectors of a planet: the letter of the row comes first, so "B4" is row B, column 4.
/** @import { Schemas } from "../../types.js" */
import { letter } from "../../lib/board.js";

/** Returns the name of a sector. @param {number} column @param {number} row */
export const sector = (column, row) => `${letter(row)}${column + 1}`;

/**
 * Splits the name of a sector into its column and row, from 0: "B4" is [3, 1].
 * @param {string} name
 * @returns {[number, number]}
 */
export const place = (name) => [Number(name.slice(1)) - 1, name.charCodeAt(0) - 65];

/** Cartridges whose shot reaches more than its target. @type {Record<string, (x: number, y: number) => boolean>} */
const REACH = {
  three_of_a_kind: (x, y) => Math.abs(x) + Math.abs(y) <= 1,
  four_of_a_kind: (x, y) => Math.abs(x) <= 1 && Math.abs(y) <= 1,
  full_house: (x, y) => Math.abs(x) === Math.abs(y) && Math.abs(x) <= 2,
  large_straight: (x, y) => x === 0 || y === 0,
  row: (_, y) => y === 0,
  column: (x) => x === 0,
};

/**
 * Returns whether a shot at a target reaches another sector.
 * @param {{ cartridge: string, beam?: string | undefined }} shot @param {string} target @param {string} other
 */
export function reaches({ cartridge, beam }, target, other) {
  const [[x, y], [left, top]] = [place(other), place(target)];
  const isReached = REACH[cartridge === "small_straight" ? (beam ?? "") : cartridge];
  return target === other || isReached?.(x - left, y - top) === true;
}

/** All cartridges, in the order of the rules. @type {Schemas["SatelliteCartridge"][]} */
export const CARTRIDGES = [
  "barrage_1",
  "barrage_2",
  "barrage_3",
  "barrage_4",
  "barrage_5",
  "barrage_6",
  "three_of_a_kind",
  "four_of_a_kind",
  "full_house",
  "small_straight",
  "large_straight",
  "salvo",
  "hazard",
];
