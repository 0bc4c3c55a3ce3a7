import { never, type Schemas } from "../client.js";
import type { Luck, Weighted } from "../luck.js";

/** An action for a choice, and its weight. */
export function solo(choice: Schemas["SoloChoice"], luck: Luck): Weighted<Schemas["SoloAction"]> {
  switch (choice.type) {
    case "predict":
      return { item: { type: "predict", suit: luck.pick(choice.suits) }, weight: 20 };
    case "volley":
      return { item: { type: "volley" }, weight: 20 };
    case "run_out":
      return { item: { type: "run_out" }, weight: 1 };
    case "leave":
      return { item: { type: "leave" }, weight: 0 };
    default:
      return never(choice);
  }
}
