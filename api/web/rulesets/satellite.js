// Satellite Salvo: two planets with hidden buildings, and cartridges that dice unlock.
/** @import { RulesetModule } from "../types.js" */
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { editor, isComplete } from "../lib/pieces.js";
import { sends } from "../lib/send.js";
import { arsenals } from "./satellite/arsenals.js";
import { buildingsOf, layoutOf } from "./satellite/buildings.js";
import { describe } from "./satellite/log.js";
import { aimOf, moves } from "./satellite/moves.js";
import { legend, planet } from "./satellite/planet.js";
import { at } from "./satellite/replay.js";

/** @type {RulesetModule<"satellite">} */
export default {
  placement(play, submit) {
    const { game, seat, ui, isSending, redraw } = play;
    const own = game.view.sides.find((side) => side.seat === seat);
    const layout = (ui["layout"] ??= layoutOf(game.view.planet, own?.buildings ?? []));
    const send = () => submit({ buildings: buildingsOf(layout) });
    return [
      editor(layout, redraw),
      h("button", { type: "button", class: "primary", ...sends(isSending, send, isComplete(layout)) }, t("place-send")),
    ];
  },
  boards(play) {
    const { game, seat } = play;
    const sides = [...game.view.sides].sort((one, other) => Number(one.seat === seat) - Number(other.seat === seat));
    const aim = aimOf(play);
    return [
      moves(play, aim),
      h("div", { class: "boards", key: "boards" }, sides.map((side) => planet(play, side, side.seat === seat ? undefined : aim))),
      legend(),
      game.status !== "placing" && arsenals(play),
    ];
  },
  describe,
  steps: ({ view }) => view.operations.length,
  at,
};
