// Records of Salvo on paper: the texts of placements.
/** @import { Json } from "../../types.js" */

/** @param {Json} placement */
export const sealed = ({ ships }) => shipLines(ships).join("\n");

/** Returns a line for each ship. @param {Json[]} ships */
export function shipLines(ships) {
  return ships.map((ship) => [ship["class"], ship["at"], ship["heading"]].join(" "));
}
