import { never, type Schemas } from "../client.js";
import type { Luck, Weighted } from "../luck.js";

/** An action for a choice, and its weight. */
export function classic(
  choice: Schemas["ClassicChoice"],
  game: Schemas["Game"],
  luck: Luck,
): Weighted<Schemas["ClassicAction"]> {
  switch (choice.type) {
    case "fire": {
      const { count, from } = choice.cells;
      const best = near(game, from).slice(0, count);
      const rest = from.filter((cell) => !best.includes(cell));
      const cells = [...best, ...luck.some(rest, count - best.length)];
      return { item: { type: "fire", cells, round: choice.round ?? null }, weight: 20 };
    }
    case "offer_draw":
      return { item: { type: "offer_draw" }, weight: 1 };
    case "decline_draw":
      return { item: { type: "decline_draw" }, weight: 20 };
    case "accept_draw":
    case "resign":
      return { item: { type: choice.type }, weight: 0 };
    default:
      return never(choice);
  }
}

/** Returns the cells next to hits, which is the only strategy of this bot. */
function near(game: Schemas["Game"], from: readonly string[]): string[] {
  if (game.ruleset !== "classic") return [];
  const others = game.view.waters.filter(({ seat }) => seat !== game.you?.seat);
  const beside = new Set(others.flatMap(({ hits }) => hits ?? []).flatMap(neighbours));
  return from.filter((cell) => beside.has(cell));
}

function neighbours(cell: string): string[] {
  const column = cell.charCodeAt(0);
  const row = Number(cell.slice(1));
  const name = (column: number, row: number) => `${String.fromCharCode(column)}${row}`;
  return [name(column - 1, row), name(column + 1, row), name(column, row - 1), name(column, row + 1)];
}
