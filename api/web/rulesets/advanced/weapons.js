// The weapons of Advanced Battleships, and the squares that they reach.
/** @import { Schemas } from "../../types.js" */
import { cellName, position } from "../../lib/board.js";

/** @typedef {Schemas["AdvancedWeapon"]} Weapon */
/** @typedef {Schemas["AdvancedView"]} View */

/**
 * Weapons in the order of the price list: the price, the letter on the map, the number of squares that a plane reaches in
 * each direction, and the number that a random kit has.
 * @type {Record<Weapon, { points: number, letter: string, reach: number, kit: number }>}
 */
export const WEAPONS = {
  gun: { points: 1, letter: "A", reach: 0, kit: 2 },
  recce: { points: 1, letter: "R", reach: 1, kit: 3 },
  bomber: { points: 3, letter: "B", reach: 1, kit: 2 },
  nuclear_bomber: { points: 10, letter: "N", reach: 2, kit: 1 },
};

/** Names of the weapons. */
export const KINDS = /** @type {Weapon[]} */ (Object.keys(WEAPONS));

/** Standing orders of a gun. @type {Schemas["AdvancedOrder"][]} */
export const ORDERS = ["any", "bombers", "recce", "hold"];

/** Returns whether a square is land. @param {View} view @param {string} cell */
export function isLand({ map }, cell) {
  const [column, row] = position(cell);
  return map[row]?.[column] === "#";
}

/** Returns the squares of the map around a square. @param {View} view @param {string} cell @param {number} reach */
export function around({ grid }, cell, reach) {
  const [column, row] = position(cell);
  const cells = [];
  for (let y = Math.max(row - reach, 0); y <= Math.min(row + reach, grid.rows - 1); y += 1) {
    for (let x = Math.max(column - reach, 0); x <= Math.min(column + reach, grid.columns - 1); x += 1) cells.push(cellName(x, y));
  }
  return cells;
}

/**
 * An operation that did damage, or could have.
 * @typedef {object} Strike
 * @property {number} number Number of the operation, from 1.
 * @property {string[]} area
 * @property {Schemas["AdvancedDamage"]} damage
 */

/** Returns the strikes at a seat, oldest first. @param {View} view @param {number} target @returns {Strike[]} */
export function strikesAt(view, target) {
  return view.operations.flatMap((operation, index) => {
    if (operation.seat === target) return [];
    const number = index + 1;
    if (operation.type === "fired") return [{ number, area: operation.cells, damage: operation.damage }];
    if (operation.type !== "sent" || !operation.damage) return [];
    return [{ number, area: around(view, operation.to, WEAPONS[operation.weapon].reach), damage: operation.damage }];
  });
}

/**
 * Returns the squares of a seat that recce planes have seen, each as it was seen last.
 * @param {View} view @param {number} target
 * @returns {Map<string, Schemas["AdvancedSighting"]>}
 */
export function seenOf(view, target) {
  const seen = view.operations.flatMap((operation) => (operation.type === "sent" && operation.seat !== target ? (operation.seen ?? []) : []));
  return new Map(seen.map((square) => [square.cell, square]));
}
