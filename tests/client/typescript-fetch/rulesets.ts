// Differences between the rulesets: the choice of an action from the legal ones.

import type * as api from "./client/index.js";

export function game(ruleset: api.RulesetId): api.GameRequest {
  return { ruleset };
}

export function placement(ruleset: api.RulesetId): api.PlacementRequest {
  return { ruleset, random: true };
}

/** Returns one of the actions that the game waits for, but never one that gives up. */
export function choose(legal: api.LegalActions): api.ActionsRequest {
  const { ruleset } = legal;
  switch (ruleset) {
    case "classic":
      return { ruleset, actions: one(legal.actions, classic) };
    case "voices":
      return { ruleset, actions: one(legal.actions, voices) };
    case "solo":
      return { ruleset, actions: one(legal.actions, solo) };
    case "satellite":
      return { ruleset, actions: one(legal.actions, satellite) };
    case "advanced":
      return { ruleset, actions: one(legal.actions, advanced) };
  }
}

function classic(choice: api.ClassicChoice): api.ClassicAction | undefined {
  if (choice.type === "fire") return { type: "fire", cells: some(choice.cells.from, choice.cells.count) };
}

function voices(choice: api.VoicesChoice): api.VoicesAction | undefined {
  switch (choice.type) {
    case "roll_all":
      return { type: "roll_all" };
    case "fire":
      return { type: "fire", cell: pick(choice.cells.from) };
    case "choose_axes":
      return { type: "choose_axes", firstDie: pick(choice.firstDie) };
  }
}

function solo(choice: api.SoloChoice): api.SoloAction | undefined {
  switch (choice.type) {
    case "predict":
      return { type: "predict", suit: pick(choice.suits) };
    case "volley":
      return { type: "volley" };
  }
}

function satellite(choice: api.SatelliteChoice): api.SatelliteAction | undefined {
  switch (choice.type) {
    case "roll":
      return { type: "roll" };
    case "fire": {
      const { cartridge, beam } = pick(choice.cartridges);
      return { type: "fire", cartridge, targets: some(choice.from, 1), beam: beam ? pick(beam) : null };
    }
    case "give_up":
      return { type: "give_up", cartridge: pick(choice.cartridges), target: pick(choice.from) };
    case "shoot":
      return { type: "shoot", target: pick(choice.from) };
  }
}

function advanced(choice: api.AdvancedChoice): api.AdvancedAction | undefined {
  switch (choice.type) {
    case "salvo":
      return { type: "salvo", cells: some(choice.cells.from, choice.cells.count) };
    case "send":
      return { type: "send", from: pick(choice.planes).from, to: pick(choice.to) };
    case "buy": {
      const { weapon, at } = pick(choice.weapons);
      return { type: "buy", weapon, at: pick(at) };
    }
    case "pass":
      return { type: "pass" };
  }
}

function one<Choice, Action>(choices: Choice[], act: (choice: Choice) => Action | undefined): Action[] {
  return some(choices.map(act).filter((action) => action !== undefined), 1);
}

function some<T>(from: Iterable<T>, count: number): T[] {
  const keyed = [...from].map((item) => ({ item, key: Math.random() }));
  return keyed.sort((a, b) => a.key - b.key).slice(0, count).map(({ item }) => item);
}

function pick<T>(from: Iterable<T>): T {
  for (const item of some(from, 1)) return item;
  throw new Error("there is nothing to choose from");
}
