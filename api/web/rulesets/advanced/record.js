// Records of Advanced Battleships: the texts of placements.
/** @import { Json } from "../../types.js" */
import { shipLines } from "../classic/record.js";

/** @param {Json} placement */
export function sealed({ ships, weapons }) {
  const bought = weapons.map((/** @type {Json} */ weapon) => [weapon["kind"], weapon["at"], weapon["order"]].filter(Boolean).join(" "));
  return [...shipLines(ships), ...bought].join("\n");
}
