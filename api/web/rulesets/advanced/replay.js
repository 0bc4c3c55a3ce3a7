// A game of Advanced Battleships after some of its operations.
/** @import { GameOf, Schemas } from "../../types.js" */
import { strikesAt, WEAPONS } from "./weapons.js";

/** @param {GameOf<"advanced">} game @param {number} step @returns {GameOf<"advanced">} */
export function at(game, step) {
  const view = { ...game.view, operations: game.view.operations.slice(0, step) };
  const sides = game.view.sides.map((side) => {
    const strikes = strikesAt(view, side.seat);
    const struck = new Set(strikes.flatMap(({ area }) => area));
    const ships = side.ships?.map((ship) => {
      const hit = ship.cells.filter((cell) => struck.has(cell));
      return { ...ship, hit, sunk: hit.length === ship.cells.length };
    });
    const spent = spentBy(view, side.seat);
    const weapons = side.weapons?.map((weapon) => {
      const isUsed = weapon.status === "used" && spent.has(`${weapon.weapon} ${weapon.at}`);
      const isDestroyed = weapon.status === "destroyed" && struck.has(weapon.at);
      return { ...weapon, status: isUsed || isDestroyed ? weapon.status : /** @type {const} */ ("ready") };
    });
    const sunk = strikes.flatMap(({ damage }) => damage.sunk);
    return { ...side, ships: ships ?? null, weapons: weapons ?? null, sunk, remaining_points: pointsAfter(view, side) };
  });
  return { ...game, view: { ...view, sides } };
}

/** Returns the weapons of a seat that are used, by kind and square. @param {Schemas["AdvancedView"]} view @param {number} seat */
function spentBy({ operations }, seat) {
  const spent = operations.flatMap((operation) => {
    if (operation.type !== "sent") return [];
    return operation.seat === seat ? [`${operation.weapon} ${operation.from}`] : operation.gun ? [`gun ${operation.gun}`] : [];
  });
  return new Set(spent);
}

/**
 * Returns the points of a seat after some operations; null with resupply, because nothing says when weapons were bought.
 * @param {Schemas["AdvancedView"]} view @param {Schemas["AdvancedSide"]} side
 */
function pointsAfter({ points, resupply, operations }, { seat, weapons }) {
  if (resupply > 0 || weapons === null) return null;
  const salvos = operations.filter((operation) => operation.type === "fired" && operation.seat === seat).length;
  return points - weapons.reduce((sum, { weapon }) => sum + WEAPONS[weapon].points, 0) - salvos;
}
