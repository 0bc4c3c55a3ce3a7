// Types of the frontend. Those of the server are generated from the OpenAPI document.

import type { components, paths } from "broadside-api";

export type Paths = paths;
export type Schemas = components["schemas"];
export type RulesetId = Schemas["RulesetId"];
export type Game = Schemas["Game"];
export type GameSummary = Schemas["GameSummary"];
export type GameOf<R extends RulesetId> = Extract<Game, { ruleset: R }>;
export type LegalOf<R extends RulesetId> = Extract<Schemas["LegalActions"], { ruleset: R }>;
export type ActionOf<R extends RulesetId> = Extract<Schemas["ActionsRequest"], { ruleset: R }>["actions"][number];
export type EventOf<R extends RulesetId> = Extract<Schemas["EventPage"], { ruleset: R }>["events"][number];
export type PlacementOf<R extends RulesetId> = NonNullable<
  Extract<Schemas["PlacementRequest"], { ruleset: R }>["placement"]
>;
export type Event = Schemas["EventPage"]["events"][number];
export type Seat = Schemas["Seat"];

/** What can be a child of an element. */
export type Child = Node | string | number | false | null | undefined | Child[];

/** A game on the screen, with what a ruleset's module needs to draw it. */
export interface Play<R extends RulesetId = RulesetId> {
  game: GameOf<R>;
  /** All events of the game that the player knows of. */
  events: EventOf<R>[];
  /** Legal actions of the player; empty if the player must not or cannot act. */
  legal: LegalOf<R>["actions"];
  /** Seat of the player; undefined for a spectator. */
  seat: number | undefined;
  /** Name of the player in a seat. */
  name: (seat: number) => string;
  /** State of the page that the game does not have, such as marked cells. It lasts until the screen is closed. */
  ui: Record<string, any>;
  /** True while a move is on its way. */
  isSending: boolean;
  /** True if a step of a finished game is shown. */
  isReplay: boolean;
  /** Sends actions, and resolves when the answer is there: true if the server accepted them. */
  act: (actions: ActionOf<R>[]) => Promise<boolean>;
  /** Draws the screen again, after a change of `ui`. */
  redraw: () => void;
}

/** What the module of a ruleset offers. */
export interface RulesetModule<R extends RulesetId> {
  /** Editor of a placement. `submit` sends the placement. */
  placement: (play: Play<R>, submit: (placement: PlacementOf<R>) => void) => Child;
  /** Maps of the game, and the forms for moves. */
  boards: (play: Play<R>) => Child;
  /** A line for the log of the game; undefined for an event that all games share. */
  describe: (event: EventOf<R>, play: Play<R>) => string | undefined;
  /** Number of steps in which a finished game can be replayed. */
  steps: (game: GameOf<R>) => number;
  /** The game after some of its steps. */
  at: (game: GameOf<R>, step: number) => GameOf<R>;
}

/** JSON of a record, whose form depends on the ruleset. */
export type Json = Record<string, any>;

/** What the check of a record must know of a ruleset. */
export interface RulesetRecord {
  /** The text of a placement to which the server has committed. */
  sealed: (placement: Json) => string;
  /**
   * The dice of an event, in the order in which they were drawn: the number of faces, and the draw, from 0. Left out if
   * no event of the ruleset has any. `before` is the body of the last event of this type.
   */
  dice?: (event: Json, before?: Json) => [number, number][];
}
