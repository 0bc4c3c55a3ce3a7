// Records of Solo Salvo: the texts of placements, and the dice and coins.
/** @import { Json } from "../../types.js" */

const FACES = ["N", "A", "2", "3", "4", "5"];

/** @param {Json} placement */
export function sealed({ ships }) {
  return ships.map((/** @type {Json} */ ship) => [ship["suit"], ship["class"], ship["at"], ship["heading"]].join(" ")).join("\n");
}

/** @param {Json} event @returns {[number, number][]} */
export function dice({ type, body }) {
  if (type !== "fired") return [];
  return [...body.dice.map((/** @type {Json} */ die) => [6, FACES.indexOf(die["face"])]), [2, body.coin === "heads" ? 0 : 1]];
}
