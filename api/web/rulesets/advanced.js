// Advanced Battleships: land and water, and weapons that points buy.
/** @import { RulesetModule } from "../types.js" */
import { h } from "../lib/dom.js";
import { describe } from "./advanced/log.js";
import { legend, map } from "./advanced/map.js";
import { aimOf, moves } from "./advanced/moves.js";
import { placement } from "./advanced/placement.js";
import { at } from "./advanced/replay.js";
import { reports } from "./advanced/reports.js";

/** @type {RulesetModule<"advanced">} */
export default {
  placement,
  boards(play) {
    const { game, seat } = play;
    const sides = [...game.view.sides].sort((one, other) => Number(one.seat === seat) - Number(other.seat === seat));
    const aim = aimOf(play);
    return h(
      "div",
      { class: "advanced", key: "advanced" },
      moves(play, aim),
      h("div", { class: "boards", key: "boards" }, sides.map((side) => map(play, side, (aim?.where === "own") === (side.seat === seat) ? aim : undefined))),
      legend(),
      game.status !== "placing" && reports(play),
    );
  },
  describe,
  steps: ({ view }) => view.operations.length,
  at,
};
