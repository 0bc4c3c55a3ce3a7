// Steps of a finished game: one for each shot.
/** @import { GameOf } from "../../types.js" */

/** The game after some of its shots. @param {GameOf<"voices">} game @param {number} step @returns {GameOf<"voices">} */
export function at(game, step) {
  const { view } = game;
  const shots = view.shots.slice(0, step);
  const fired = new Set(shots.map(({ shot }) => shot));
  const waters = view.waters.map((each) => {
    const marks = each.marks.filter(({ shot }) => fired.has(shot));
    const hits = new Set(marks.map(({ cell }) => cell));
    const ships = each.ships?.map((ship) => {
      const hit = ship.cells.filter((cell) => hits.has(cell));
      return { ...ship, hit, sunk: hit.length === ship.cells.length };
    });
    const sunk = shots.flatMap(({ reports }) => reports.flatMap((report) => (report.seat === each.seat && report.sunk !== null ? [report.sunk] : [])));
    // Who has left the battle without losing the fleet is out at the end only.
    const isAfloat = ships?.some((ship) => !ship.sunk) ?? true;
    return { ...each, marks, sunk, ships: ships ?? null, living: step >= view.shots.length ? each.living : isAfloat };
  });
  return { ...game, view: { ...view, shots, waters, round: shots.at(-1)?.round ?? null, turn: null } };
}
