// Records of Satellite Salvo: the texts of placements, and the dice.
/** @import { Json } from "../../types.js" */

/** @param {Json} placement */
export function sealed({ buildings }) {
  return buildings.map((/** @type {Json} */ each) => [each["building"], ...each["cells"]].join(" ")).join("\n");
}

/** @param {Json} event @param {Json} [before] Body of the roll before. @returns {[number, number][]} */
export function dice({ type, body }, before) {
  switch (type) {
    case "arsenals_empty":
      return body.rolls.flat().flatMap((/** @type {Json} */ roll) => roll["dice"].map((/** @type {number} */ face) => [6, face - 1]));
    case "rolled":
      return body.dice.flatMap((/** @type {number} */ face, /** @type {number} */ place) =>
        body.keep.includes(place + 1) && before?.["dice"][place] === face ? [] : [[6, face - 1]],
      );
    default:
      return [];
  }
}
