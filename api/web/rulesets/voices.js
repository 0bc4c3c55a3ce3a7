// SALVO for 2 voices: a battle that is also a score for performance.
/** @import { RulesetModule } from "../types.js" */
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { describe } from "./voices/log.js";
import { maps } from "./voices/maps.js";
import { moves } from "./voices/moves.js";
import { placement } from "./voices/placement.js";
import { at } from "./voices/replay.js";
import { stage } from "./voices/stage.js";

/** @type {RulesetModule<"voices">} */
export default {
  placement,
  boards: (play) =>
    play.game.status === "placing"
      ? [h("h2", { class: "hidden" }, t("voices-maps")), maps(play)]
      : h("div", { class: "voices", key: "voices" }, moves(play), stage(play), maps(play)),
  describe,
  steps: ({ view }) => view.shots.length,
  at,
};
