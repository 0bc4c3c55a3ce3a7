import { never, type Schemas } from "../client.js";
import type { Luck, Weighted } from "../luck.js";

/** An action for a choice, and its weight. */
export function advanced(choice: Schemas["AdvancedChoice"], luck: Luck): Weighted<Schemas["AdvancedAction"]> {
  switch (choice.type) {
    case "salvo":
      return { item: { type: "salvo", cells: luck.some(choice.cells.from, choice.cells.count) }, weight: 20 };
    case "send":
      return { item: { type: "send", from: luck.pick(choice.planes).from, to: luck.pick(choice.to) }, weight: 20 };
    case "buy": {
      const { weapon, at } = luck.pick(choice.weapons);
      return { item: { type: "buy", weapon, at: luck.pick(at) }, weight: 5 };
    }
    case "order":
      return { item: { type: "order", gun: luck.pick(choice.guns), order: luck.pick(choice.orders) }, weight: 2 };
    case "pass":
      return { item: { type: "pass" }, weight: 1 };
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
