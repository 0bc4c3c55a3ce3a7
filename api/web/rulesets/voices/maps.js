// The maps: the battle map with the player's own fleet, and a tactical map for each other seat.
/** @import { Child, Play, Schemas } from "../../types.js" */
import { board, letters, numbers } from "../../lib/board.js";
import { h } from "../../lib/dom.js";
import { shipLabel } from "../../lib/fleet.js";
import { list, t } from "../../lib/i18n.js";
import { choiceOf } from "./moves.js";
import { inWords } from "./phones.js";
import { shownShot } from "./stage.js";

/** @typedef {Schemas["VoicesWaters"]} Waters */

/** @param {Play<"voices">} play @returns {Child} */
export function maps(play) {
  const { waters } = play.game.view;
  const [own, others] = [waters.filter(({ seat }) => seat === play.seat), waters.filter(({ seat }) => seat !== play.seat)];
  return h("div", { class: `boards ${waters.length > 2 ? "many" : ""}`, key: "maps" }, [...others, ...own].map((each) => map(play, each)));
}

/** @param {Play<"voices">} play @param {Waters} waters @returns {Child} */
function map(play, waters) {
  const { game, seat, name, ui, redraw } = play;
  const { view } = game;
  const isOwn = waters.seat === seat;
  // A spectator has no maps, and sees the battle maps of the others when the game is over.
  const known = view.maps.find((each) => each.seat === (seat ?? waters.seat));
  const isBattle = isOwn || seat === undefined;
  const matrix = isBattle ? known?.battle : known?.tactical;
  const ships = new Map(waters.ships?.flatMap((ship) => ship.cells.map((cell) => /** @type {[string, string]} */ ([cell, ship.class]))));
  /** @type {Map<string, Schemas["VoicesMark"][]>} */
  const marks = new Map();
  for (const mark of waters.marks) marks.set(mark.cell, [...(marks.get(mark.cell) ?? []), mark]);
  const from = isOwn ? undefined : targets(play, waters.seat);
  const pending = view.turn?.seat === seat ? view.turn?.pending_choice : undefined;
  const offered = pending?.type === "axes" && isTarget(play, waters.seat) ? [pending.x, pending.y] : [];
  const shown = view.shots.find(({ shot }) => shot === shownShot(play));
  const isShown = (/** @type {string} */ cell) => shown?.cell === cell && shown.reports.some((report) => report.seat === waters.seat);
  const pick = (/** @type {string} */ cell) => {
    if (!from?.includes(cell)) return;
    ui["cell"] = ui["cell"] === cell ? undefined : cell;
    redraw();
  };
  const title = isBattle ? (isOwn ? t("voices-map-battle") : t("voices-map-battle-of", { name: name(waters.seat) })) : t("voices-map-tactical", { name: name(waters.seat) });
  return h(
    "div",
    { key: `map-${waters.seat}` },
    board({
      id: `waters-${waters.seat}`,
      title: matrix === undefined ? title : [title, h("small", {}, t("voices-map-matrix", { matrix: String(matrix.matrix) }))],
      columns: letters(10),
      rows: numbers(10),
      class: "phonetic",
      square: (cell, column, row) => {
        const phone = matrix?.rows[row]?.[column];
        const ship = ships.get(cell);
        const there = marks.get(cell) ?? [];
        const result = there[0]?.result;
        const shots = there.map(({ shot, by }) => t("voices-shot-by", { shot, name: name(by) }));
        return {
          label: [
            phone !== undefined && inWords(phone),
            ship !== undefined && shipLabel(ship),
            result !== undefined ? t(`cell-${result}`) : ship === undefined && t("cell-empty"),
            ...shots,
            offered.includes(cell) && t("voices-cell-offered"),
          ].filter(Boolean).join(", "),
          content: [phone && h("span", { class: "phone" }, phone), result && h("span", { class: "mark" }, result === "hit" ? "✕" : "•")],
          class: [ship !== undefined && "ship", result, isShown(cell) && "shown", offered.includes(cell) && "offered"].filter(Boolean).join(" "),
          ...(from && { enabled: from.includes(cell), selected: ui["cell"] === cell }),
        };
      },
      ...(from && { pick }),
    }),
    h(
      "p",
      { class: "hint" },
      !waters.living && h("strong", {}, t("voices-out"), " "),
      waters.sunk.length > 0 && t("voices-sunk", { ships: list(waters.sunk.map(shipLabel)) }),
    ),
  );
}

/** True if the shots of the turn fall on this seat's waters. @param {Play<"voices">} play @param {number} seat */
function isTarget({ game }, seat) {
  return game.view.turn?.targets.includes(seat) ?? false;
}

/** Squares of a seat's waters that the player can fire at. @param {Play<"voices">} play @param {number} seat */
function targets(play, seat) {
  const fire = choiceOf(play.legal, "fire");
  return fire !== undefined && isTarget(play, seat) ? fire.cells.from : undefined;
}
