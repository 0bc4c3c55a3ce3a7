// A placement of the bot's own, from what the game shows of itself.

import { assert, never, type Schemas } from "./client.js";

type Ship = Schemas["ShipDraft"];

/** One that needs no thought. `game` is the game after a placement at random, so that what is hard to make up is there. */
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
      return never(game);
  }
}

/** What a player sees of its own. */
function shown<T>(own: T[] | null | undefined): T[] {
  assert(own !== null && own !== undefined, "a player cannot see what it has placed");
  return own;
}

/** The ships across, each at the left end of a row, with a row between them where there are enough. */
function inRows(fleet: readonly Schemas["FleetClass"][], grid: Schemas["Grid"]): Ship[] {
  const classes = fleet.flatMap(({ class: of, ships }) => Array.from({ length: ships }, () => of));
  const step = classes.length * 2 - 1 <= grid.rows ? 2 : 1;
  return classes.map((of, index): Ship => ({ class: of, at: `A${index * step + 1}`, heading: "across" }));
}
