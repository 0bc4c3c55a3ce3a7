import { never, type Schemas } from "../client.js";
import type { Luck, Weighted } from "../luck.js";

/** An action for a choice, and its weight. */
export function voices(choice: Schemas["VoicesChoice"], luck: Luck): Weighted<Schemas["VoicesAction"]> {
  switch (choice.type) {
    case "roll":
      return { item: { type: "roll" }, weight: 5 };
    case "roll_all":
      return { item: { type: "roll_all" }, weight: 60 };
    case "fire":
      return { item: { type: "fire", cell: luck.pick(choice.cells.from) }, weight: 20 };
    case "choose_axes": {
      // Required for dice that have been rolled; otherwise it is for the next throws and optional.
      const weight = choice.cells === undefined ? 1 : 20;
      return { item: { type: "choose_axes", first_die: luck.pick(choice.first_die) }, weight };
    }
    case "set_voice": {
      const shots = luck.next() < 0.5 ? choice.for_shot : [];
      const shot = shots.length > 0 ? luck.pick(shots) : null;
      const edges = { row: luck.pick(choice.row), column: luck.pick(choice.column) };
      return { item: { type: "set_voice", ...edges, for_shot: shot }, weight: 1 };
    }
    case "direct": {
      const calls = choice.calls.map((shot) => ({ shot, part: "call" }) as const);
      const answers = choice.answers.map((shot) => ({ shot, part: "answer" }) as const);
      const text = "falling, very slowly".slice(0, choice.max_length);
      return { item: { type: "direct", ...luck.pick([...calls, ...answers]), text }, weight: 1 };
    }
    case "offer_end":
      return { item: { type: "offer_end" }, weight: 1 };
    case "offer_draw":
      return { item: { type: "offer_draw" }, weight: 1 };
    case "decline_end":
    case "decline_draw":
      return { item: { type: choice.type }, weight: 20 };
    case "accept_end":
    case "accept_draw":
    case "resign":
      return { item: { type: choice.type }, weight: 0 };
    default:
      return never(choice);
  }
}
