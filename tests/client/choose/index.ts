// Chooses an action from the legal ones.

import type { Schemas } from "../client.js";
import type { Luck } from "../luck.js";
import { advanced } from "./advanced.js";
import { classic } from "./classic.js";
import { satellite } from "./satellite.js";
import { solo } from "./solo.js";
import { voices } from "./voices.js";

/** Returns the next action of a bot. Each ruleset has its own choices and actions, and the compiler keeps them apart. */
export function choose(legal: Schemas["LegalActions"], game: Schemas["Game"], luck: Luck): Schemas["ActionsRequest"] {
  const { ruleset } = legal;
  switch (ruleset) {
    case "classic":
      return { ruleset, actions: [luck.weighted(legal.actions.map((choice) => classic(choice, game, luck)))] };
    case "voices":
      return { ruleset, actions: [luck.weighted(legal.actions.map((choice) => voices(choice, luck)))] };
    case "solo":
      return { ruleset, actions: [luck.weighted(legal.actions.map((choice) => solo(choice, luck)))] };
    case "satellite":
      return { ruleset, actions: [luck.weighted(legal.actions.map((choice) => satellite(choice, luck)))] };
    case "advanced":
      return { ruleset, actions: [luck.weighted(legal.actions.map((choice) => advanced(choice, luck)))] };
    default:
      throw new Error("the ruleset is left out");
  }
}
