// Creates a placement from the information that the game shows.

import { assert, type Schemas } from "./client.js";

type Ship = Schemas["ShipDraft"];

/** Returns a simple placement. `game` is the game after a random placement, from which complicated parts are copied. */
export function placement(game: Schemas["Game"]): Schemas["PlacementRequest"] {
  const seat = game.you?.seat;
  switch (game.ruleset) {
    case "classic":
      return { ruleset: "classic", placement: { ships: inRows(game.view.fleet, game.view.grid) }, seed: "sea bream" };
    case "voices": {
      const ships = inRows(game.view.fleet, { columns: 10, rows: 10 });
      const voice = { row: "left", column: "dice" } as const;
      return { ruleset: "voices", placement: { ships, battle: 3, voice }, seed: "sea bream" };
    }
    case "solo": {
      const ships = shown(game.view.ships).map(({ suit, class: of, at, heading }) => ({ suit, class: of, at, heading }));
      return { ruleset: "solo", placement: { ships } };
    }
    case "satellite": {
      const side = game.view.sides.find((side) => side.seat === seat);
      const buildings = shown(side?.buildings).map(({ building, cells }) => ({ building, cells }));
      return { ruleset: "satellite", placement: { buildings } };
    }
    case "advanced": {
      const side = game.view.sides.find((side) => side.seat === seat);
      const ships = shown(side?.ships).map(({ class: of, at, heading }) => ({ class: of, at, heading }));
      const weapons = shown(side?.weapons).map(({ weapon, at, order }) => ({ kind: weapon, at, order }));
      return { ruleset: "advanced", placement: { ships, weapons } };
    }
    default:
      throw new Error("the ruleset is left out");
  }
}

/** The part of the view that the player owns. */
function shown<T>(own: T[] | null | undefined): T[] {
  assert(own !== null && own !== undefined, "a player cannot see what it has placed");
  return own;
}

/** Places the ships across at the left edge, with a free row between them if there are enough rows. */
function inRows(fleet: readonly Schemas["FleetClass"][], grid: Schemas["Grid"]): Ship[] {
  const classes = fleet.flatMap(({ class: of, ships }) => Array.from({ length: ships }, () => of));
  const step = classes.length * 2 - 1 <= grid.rows ? 2 : 1;
  return classes.map((of, index): Ship => ({ class: of, at: `A${index * step + 1}`, heading: "across" }));
}
