// A game of Satellite Salvo after some of its operations.
/** @import { GameOf, Schemas } from "../../types.js" */
import { CARTRIDGES } from "./sectors.js";

/** @param {GameOf<"satellite">} game @param {number} step @returns {GameOf<"satellite">} */
export function at(game, step) {
  const operations = game.view.operations.slice(0, step);
  const left = arsenalsAfter(game, operations);
  const sides = game.view.sides.map((side) => {
    const against = operations.filter(({ seat }) => seat !== side.seat);
    const reports = against.flatMap((operation) => operation.reports);
    const hits = new Set([...reports.filter(({ result }) => result === "hit").map(({ sector }) => sector), ...against.flatMap(({ building }) => building ?? [])]);
    const misses = reports.filter(({ result }) => result === "miss").map(({ sector }) => sector);
    const destroyed = against.reduce((sum, operation) => sum + operation.destroyed, 0);
    const buildings = side.buildings?.map((building) => {
      const hit = building.cells.filter((cell) => hits.has(cell));
      return { ...building, hit, destroyed: hit.length === building.cells.length };
    });
    const arsenal = left.get(side.seat);
    return { ...side, hits: [...hits], misses, destroyed, buildings: buildings ?? null, arsenal: arsenal?.cartridges ?? [], wild: arsenal?.isWild ?? false };
  });
  return { ...game, view: { ...game.view, operations, sides } };
}

/**
 * The arsenals after some operations. In `reloaded`, they are filled again when both are empty.
 * @param {GameOf<"satellite">} game @param {Schemas["SatelliteOperation"][]} operations
 */
function arsenalsAfter({ view }, operations) {
  const full = () => new Map(view.sides.map(({ seat }) => [seat, { cartridges: CARTRIDGES, isWild: false }]));
  let arsenals = full();
  for (const { seat, kind, cartridge } of operations) {
    const arsenal = arsenals.get(seat);
    if (arsenal === undefined || (kind !== "fired" && kind !== "gave_up")) continue;
    arsenal.cartridges = arsenal.cartridges.filter((each) => each !== cartridge);
    arsenal.isWild ||= kind === "fired" && cartridge === "salvo";
    const isEmpty = [...arsenals.values()].every(({ cartridges }) => cartridges.length === 0);
    if (isEmpty && view.endgame === "reloaded") arsenals = full();
  }
  return arsenals;
}
