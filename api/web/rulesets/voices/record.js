// Records of SALVO for 2 voices: the texts of placements, and the dice.
/** @import { Json } from "../../types.js" */
import { shipLines } from "../classic/record.js";

/** @param {Json} placement */
export function sealed({ ships, battle, tactical, voice }) {
  return [...shipLines(ships), `battle ${battle}`, `tactical ${tactical}`, `voice ${voice.row} ${voice.column}`].join("\n");
}

/** @param {Json} event @returns {[number, number][]} */
export function dice({ type, body }) {
  if (type !== "rolled" && type !== "fired") return [];
  return body.throws.flatMap((/** @type {Json} */ each) => [[10, each["first"] - 1], [10, each["second"] - 1]]);
}
