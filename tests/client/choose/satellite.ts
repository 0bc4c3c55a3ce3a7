import { never, type Schemas } from "../client.js";
import type { Luck, Weighted } from "../luck.js";

/** An action for a choice, and its weight. */
export function satellite(choice: Schemas["SatelliteChoice"], luck: Luck): Weighted<Schemas["SatelliteAction"]> {
  switch (choice.type) {
    case "roll": {
      const keep = luck.some(choice.keep, luck.number(0, Math.min(choice.keep.length, 4)));
      return { item: { type: "roll", keep }, weight: 10 };
    }
    case "fire": {
      const { cartridge, max_targets, beam } = luck.pick(choice.cartridges);
      const targets = luck.some(choice.from, luck.number(1, Math.min(max_targets, choice.from.length)));
      return { item: { type: "fire", cartridge, targets, beam: beam ? luck.pick(beam) : null }, weight: 20 };
    }
    case "give_up": {
      const cartridge = luck.pick(choice.cartridges);
      return { item: { type: "give_up", cartridge, target: luck.pick(choice.from) }, weight: 5 };
    }
    case "shoot":
      return { item: { type: "shoot", target: luck.pick(choice.from) }, weight: 20 };
    case "destruct": {
      const { min, max, from } = choice.targets;
      return { item: { type: "destruct", targets: luck.some(from, luck.number(min, max)) }, weight: 20 };
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
