// Solo Salvo: three hidden fleets in one sea, a prediction, and dice that fire.
/** @import { EventOf, GameOf, RulesetModule } from "../types.js" */
import { h } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { editor, isComplete } from "../lib/pieces.js";
import { sends } from "../lib/send.js";
import { layoutOf, shipsOf } from "./solo/fleets.js";
import { moves } from "./solo/moves.js";
import { legend, sea, suitLabel } from "./solo/sea.js";
import { suits } from "./solo/suits.js";
import { lastVolley, volleys } from "./solo/volleys.js";

/** @type {RulesetModule<"solo">} */
export default {
  placement(play, submit) {
    const { game, ui, isSending, redraw } = play;
    const layout = (ui["layout"] ??= layoutOf(game.view));
    return h(
      "div",
      { class: "solo", key: "placement" },
      editor(layout, redraw),
      legend(game.view),
      h("button", { type: "button", class: "primary", ...sends(isSending, () => submit({ ships: shipsOf(layout, game.view) }), isComplete(layout)) }, t("place-send")),
    );
  },
  boards(play) {
    const { game } = play;
    return h(
      "div",
      { class: "solo", key: "solo" },
      moves(play),
      h("div", { class: "boards", key: "boards" }, sea(play), h("div", { class: "state", key: "state" }, lastVolley(game.view), game.status !== "placing" && suits(play))),
      legend(game.view),
      volleys(game.view),
    );
  },
  describe(event, play) {
    switch (event.type) {
      case "predicted":
        return t("solo-predicted", { name: play.name(event.seat), suit: suitLabel(event.suit) });
      case "fired":
        return fired(event);
      default:
        return undefined;
    }
  },
  steps: ({ view }) => view.volleys.length,
  at,
};

/** A line about a volley. @param {Extract<EventOf<"solo">, { type: "fired" }>} event */
function fired({ volley, coin, dice, shots }) {
  const hits = shots.flatMap(({ hit }) => hit ?? []).map(suitLabel);
  const out = shots.flatMap(({ hit, sunk }) => (hit && sunk ? [t("solo-out", { suit: suitLabel(hit) })] : []));
  const result = hits.length > 0 ? t("solo-hit", { suits: list(hits) }) : t("solo-no-hit");
  const values = { volley, coin: t(`solo-${coin}`), dice: list(dice.map(({ suit, face }) => `${suitLabel(suit)} ${face}`)) };
  return [t("solo-fired", values), result, ...out].join(" ");
}

/** The game after some of its volleys. @param {GameOf<"solo">} game @param {number} step @returns {GameOf<"solo">} */
function at(game, step) {
  const fired = game.view.volleys.slice(0, step);
  const shots = fired.flatMap((volley) => volley.shots);
  const cells = new Set(shots.map(({ cell }) => cell));
  const ships = game.view.ships?.map((ship) => {
    const hit = ship.cells.filter((cell) => cells.has(cell));
    return { ...ship, hit, sunk: hit.length === ship.cells.length };
  });
  const suits = game.view.suits.map((suit) => {
    const hit = shots.filter((shot) => shot.hit === suit.suit).length;
    return { ...suit, hit, afloat: hit < suit.coins };
  });
  return { ...game, view: { ...game.view, volleys: fired, suits, ships: ships ?? null } };
}
