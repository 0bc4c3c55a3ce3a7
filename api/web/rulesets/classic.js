// Salvo on paper: shot by shot, or salvo against salvo.
/** @import { Child, GameOf, Play, RulesetModule, Schemas } from "../types.js" */
import { board, letters, numbers } from "../lib/board.js";
import { h } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { fleetLayout, shipLabel, shipsOf } from "../lib/fleet.js";
import { editor, isComplete } from "../lib/pieces.js";
import { sends } from "../lib/send.js";

/** @typedef {Schemas["ClassicWaters"]} Waters */

/** @type {RulesetModule<"classic">} */
export default {
  placement(play, submit) {
    const { fleet, grid } = play.game.view;
    play.ui["layout"] ??= fleetLayout({ fleet, columns: grid.columns, rows: grid.rows, ships: own(play)?.ships });
    const layout = play.ui["layout"];
    return [
      editor(layout, play.redraw),
      h("button", { type: "button", class: "primary", ...sends(play.isSending, () => submit({ ships: shipsOf(layout) }), isComplete(layout)) }, t("place-send")),
    ];
  },
  boards(play) {
    const { game, seat } = play;
    const waters = [...game.view.waters].sort((one, other) => Number(one.seat === seat) - Number(other.seat === seat));
    return [fire(play), h("div", { class: "boards" }, waters.map((each) => water(play, each)))];
  },
  describe(event, play) {
    switch (event.type) {
      case "fired": {
        const result = event.sunk ? t("classic-sunk", { ship: shipLabel(event.sunk) }) : t(`classic-${event.result}`);
        return t("classic-fired", { name: play.name(event.seat), cell: event.cell, result });
      }
      case "written":
        return t("classic-written", { name: play.name(event.seat), round: event.round });
      case "salvos":
        return event.salvos.map((salvo) => t("classic-salvo", { name: play.name(salvo.seat), cells: salvo.cells.join(" "), result: report(salvo) })).join(" ");
      default:
        return undefined;
    }
  },
  steps: ({ view }) => Math.max(...view.waters.map(({ salvos, shots }) => salvos?.length ?? 0), view.waters.reduce((sum, { shots }) => sum + (shots?.length ?? 0), 0)),
  at,
};

/** The player's own waters. @param {Play<"classic">} play @returns {Waters | undefined} */
function own({ game, seat }) {
  return game.view.waters.find((waters) => waters.seat === seat);
}

/** What a salvo achieved, by class. @param {{ hits?: string[], sunk?: string[] }} salvo */
function report({ hits = [], sunk = [] }) {
  const counts = new Map();
  for (const of of hits) counts.set(of, (counts.get(of) ?? 0) + 1);
  const parts = [...counts].map(([of, count]) => t("classic-hits", { ship: shipLabel(of), count }));
  parts.push(...sunk.map((of) => t("classic-sunk", { ship: shipLabel(of) })));
  return parts.length > 0 ? list(parts) : t("classic-no-hits");
}

/** Buttons and text for the shots. @param {Play<"classic">} play @returns {Child} */
function fire({ game, legal, ui, act, isSending, redraw }) {
  const choice = legal.find(({ type }) => type === "fire");
  if (choice?.type !== "fire") return null;
  const { count, from } = choice.cells;
  ui["marked"] = (ui["marked"] ?? []).filter((/** @type {string} */ cell) => from.includes(cell));
  const send = () => {
    const cells = ui["marked"];
    ui["marked"] = [];
    void act([{ type: "fire", cells, ...(choice.round !== undefined && { round: choice.round }) }]);
  };
  const clear = () => {
    ui["marked"] = [];
    redraw();
  };
  const written = game.view.written;
  return h(
    "div",
    { class: "move", key: "fire" },
    h("p", {}, written ? t("classic-rewrite", { cells: written.join(" "), count }) : t("classic-fire", { count, marked: ui["marked"].length })),
    h(
      "p",
      { class: "buttons" },
      h("button", { type: "button", class: "primary", ...sends(isSending, send, ui["marked"].length === count) }, t("fire-send", { cells: ui["marked"].join(" ") || "–" })),
      h("button", { type: "button", "data-undo": true, disabled: ui["marked"].length === 0, onclick: clear }, t("fire-clear")),
    ),
  );
}

/** The map of a player's waters. @param {Play<"classic">} play @param {Waters} waters */
function water(play, waters) {
  const { game, legal, seat, name, ui, redraw } = play;
  const isOwn = waters.seat === seat;
  const choice = legal.find(({ type }) => type === "fire");
  const from = !isOwn && choice?.type === "fire" ? choice.cells.from : undefined;
  const count = choice?.type === "fire" ? choice.cells.count : 0;
  const ships = new Map(waters.ships?.flatMap((ship) => ship.cells.map((cell) => [cell, ship.class])));
  const hits = new Set(waters.hits ?? waters.ships?.flatMap(({ hit }) => hit));
  const shots = new Map((waters.shots ?? []).map((cell, index) => [cell, String(index + 1)]));
  for (const [index, salvo] of (waters.salvos ?? []).entries()) for (const cell of salvo.cells) shots.set(cell, String(index + 1));
  const pick = (/** @type {string} */ cell) => {
    if (!from?.includes(cell)) return;
    const marked = /** @type {string[]} */ (ui["marked"] ?? []);
    if (marked.includes(cell)) ui["marked"] = marked.filter((each) => each !== cell);
    else if (count === 1) ui["marked"] = [cell];
    else if (marked.length < count) ui["marked"] = [...marked, cell];
    redraw();
  };
  const isSalvo = game.options.mode === "salvo";
  const { columns, rows } = game.view.grid;
  return board({
    id: `water-${waters.seat}`,
    title: isOwn ? t("map-own") : t("map-of", { name: name(waters.seat) }),
    columns: letters(columns),
    rows: numbers(rows),
    square: (cell) => {
      const ship = ships.get(cell);
      const shot = shots.get(cell);
      const isHit = hits.has(cell);
      // In a salvo, a report counts hits by class, and does not say which shot hit.
      const unknown = shot !== undefined && isSalvo && ship === undefined && waters.ships === undefined;
      const state = shot === undefined ? "" : unknown ? t("cell-salvo", { round: shot }) : isHit ? t("cell-hit") : t("cell-miss");
      return {
        label: [ship && shipLabel(ship), state || (ship ? "" : t("cell-empty"))].filter(Boolean).join(", "),
        content: shot === undefined ? undefined : unknown ? shot : isHit ? "✕" : "•",
        class: [ship && "ship", shot !== undefined && (unknown ? "fired" : isHit ? "hit" : "miss")].filter(Boolean).join(" "),
        ...(from && { enabled: from.includes(cell), selected: (ui["marked"] ?? []).includes(cell) }),
      };
    },
    ...(from && { pick }),
  });
}

/** The game after some of its shots or rounds. @param {GameOf<"classic">} game @param {number} step @returns {GameOf<"classic">} */
function at(game, step) {
  const { view } = game;
  const isSalvo = game.options.mode === "salvo";
  // In the order in which they were fired: the waters of each seat count only the shots at it.
  const order = isSalvo ? [] : firedOrder(game);
  const waters = view.waters.map((each) => {
    const shots = order.slice(0, step).filter(({ seat }) => seat === each.seat).map(({ cell }) => cell);
    const salvos = each.salvos?.slice(0, step);
    const fired = new Set(isSalvo ? salvos?.flatMap(({ cells }) => cells) : shots);
    const ships = each.ships?.map((ship) => ({ ...ship, hit: ship.cells.filter((cell) => fired.has(cell)) }));
    const hits = ships?.flatMap(({ hit }) => hit) ?? [];
    return { ...each, ...(isSalvo ? { salvos: salvos ?? [] } : { shots, hits }), ...(ships && { ships }) };
  });
  return { ...game, view: { ...view, waters } };
}

/**
 * Shots of a game in their order, each with the seat that it was fired at.
 * @param {GameOf<"classic">} game
 */
function firedOrder({ view, options }) {
  /** @type {{ seat: number, cell: string }[]} */
  const order = [];
  const left = new Map(view.waters.map(({ seat, shots, hits }) => [seat, { shots: [...(shots ?? [])], hits: new Set(hits) }]));
  let target = view.waters.find(({ seat }) => seat !== view.first)?.seat ?? 0;
  for (;;) {
    const waters = left.get(target);
    const cell = waters?.shots.shift();
    if (waters === undefined || cell === undefined) return order;
    order.push({ seat: target, cell });
    const goesOn = options.repeat_on_hit && waters.hits.has(cell);
    if (!goesOn) target = view.waters.find(({ seat }) => seat !== target)?.seat ?? 0;
  }
}
