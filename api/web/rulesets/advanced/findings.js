// Conclusions from the reports that are certain. A report is a total, and does not say which of its squares were hit.
/** @import { Schemas } from "../../types.js" */
/** @import { Strike, View } from "./weapons.js" */
import { isLand, seenOf, strikesAt } from "./weapons.js";

/**
 * What is certain about a square: a hit, a miss, or nothing but the number of the operation that struck it.
 * @typedef {"miss" | "hit" | number} Finding
 */

/** Returns the stronger of two findings: a miss of one operation does not undo a hit of another. @param {Finding} one @param {Finding} other */
function stronger(one, other) {
  if (one === "hit" || other === "miss") return one;
  if (other === "hit" || one === "miss") return other;
  return Math.max(one, other);
}

/**
 * Returns what is certain about the squares of a seat that were struck.
 * @param {View} view @param {number} seat
 * @returns {Map<string, Finding>}
 */
export function findings(view, seat) {
  /** @type {Map<string, Finding>} */
  const found = new Map();
  const seen = seenOf(view, seat);
  const struck = new Set();
  for (const strike of strikesAt(view, seat)) {
    // A part that was hit before is not reported, so a square of water counts only for the first strike.
    const fresh = strike.area.filter((cell) => !struck.has(cell));
    const water = waterFindings(strike, fresh.filter((cell) => !isLand(view, cell)), seen);
    // Without resupply, nothing new stands on land that was struck.
    const land = (view.resupply === 0 ? fresh : strike.area).filter((cell) => isLand(view, cell));
    const lost = strike.damage.weapons.length;
    const finding = lost === 0 ? "miss" : lost >= land.length + onCarriers(strike, water, seen) ? "hit" : strike.number;
    for (const [cell, is] of [...water, ...land.map((cell) => /** @type {[string, Finding]} */ ([cell, finding]))]) {
      found.set(cell, stronger(found.get(cell) ?? "miss", is));
    }
    for (const cell of strike.area) struck.add(cell);
  }
  return found;
}

/**
 * Returns the findings about squares of water that no strike has covered before. Each of them that has a ship is one hit
 * in the report.
 * @param {Strike} strike @param {string[]} water @param {Map<string, Schemas["AdvancedSighting"]>} seen
 * @returns {[string, Finding][]}
 */
function waterFindings({ number, damage }, water, seen) {
  const ships = water.filter((cell) => seen.get(cell)?.ship).length;
  const unknown = water.filter((cell) => !seen.has(cell)).length;
  const hits = Math.max(damage.hits.length - ships, 0);
  const finding = hits === 0 ? "miss" : hits === unknown ? "hit" : number;
  return water.map((cell) => {
    const square = seen.get(cell);
    return [cell, square === undefined ? finding : square.ship ? "hit" : "miss"];
  });
}

/**
 * Returns the number of weapons in a report that can have stood on a carrier, at most.
 * @param {Strike} strike @param {[string, Finding][]} water @param {Map<string, Schemas["AdvancedSighting"]>} seen
 */
function onCarriers({ damage }, water, seen) {
  const planes = damage.weapons.filter((kind) => kind !== "gun").length;
  const hits = damage.hits.filter((of) => of === "carrier").length;
  const squares = water.filter(([cell, finding]) => finding !== "miss" && (seen.get(cell)?.ship ?? "carrier") === "carrier").length;
  return Math.min(planes, hits, squares);
}
