// An editor that places pieces on a map: by drag, by tap, by keyboard, or at random.
/** @import { Child } from "../types.js" */
/** @import { Square } from "./board.js" */
import { board, cellName } from "./board.js";
import { announce, h } from "./dom.js";
import { drags } from "./drag.js";
import { t } from "./i18n.js";

/** A way in which a piece can lie: the squares that it covers, relative to its first one. @typedef {{ key: string, cells: [number, number][] }} Turn */

/**
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} label
 * @property {string} [mark] What is drawn on its squares.
 * @property {Turn[]} turns
 * @property {number} turn Index of the current turn.
 * @property {[number, number] | null} at Position of its first square; null if it is not on the map.
 */

/**
 * @typedef {object} Layout
 * @property {string} id
 * @property {string[]} columns
 * @property {string[]} rows
 * @property {(column: number, row: number) => string} [name]
 * @property {Piece[]} pieces
 * @property {string | null} chosen Id of the piece that the next tap places.
 * @property {(piece: Piece, column: number, row: number) => boolean} allows True if the piece can cover a square.
 * @property {(column: number, row: number) => Square} [ground] What a square shows without pieces.
 */

/** Returns the turns of a straight ship. @param {number} length @returns {Turn[]} */
export function straight(length) {
  const across = Array.from({ length }, (_, n) => /** @type {[number, number]} */ ([n, 0]));
  const down = across.map(([n]) => /** @type {[number, number]} */ ([0, n]));
  return length === 1 ? [{ key: "across", cells: across }] : [{ key: "across", cells: across }, { key: "down", cells: down }];
}

/** Returns the squares that a piece covers. @param {Piece} piece @returns {[number, number][]} */
export function covered(piece) {
  const { at } = piece;
  return at === null ? [] : cellsAt(piece, at);
}

/** @param {Piece} piece @param {[number, number]} at @returns {[number, number][]} */
function cellsAt(piece, [column, row]) {
  return (piece.turns[piece.turn]?.cells ?? []).map(([x, y]) => [column + x, row + y]);
}

/** Returns the piece on a square. @param {Layout} layout @param {number} column @param {number} row */
function pieceAt(layout, column, row) {
  return layout.pieces.find((piece) => covered(piece).some(([x, y]) => x === column && y === row));
}

/** True if a piece can lie here. @param {Layout} layout @param {Piece} piece @param {[number, number]} at */
function fits(layout, piece, at) {
  return cellsAt(piece, at).every(([x, y]) => {
    if (x < 0 || y < 0 || x >= layout.columns.length || y >= layout.rows.length) return false;
    // While a piece is turned, it may cover squares of others.
    const isTaken = layout.pieces.some((other) => other !== piece && covered(other).some(([column, row]) => column === x && row === y));
    return !isTaken && layout.allows(piece, x, y);
  });
}

/** Returns all places of a piece with its current turn. @param {Layout} layout @param {Piece} piece */
function places(layout, piece) {
  /** @type {[number, number][]} */
  const all = layout.rows.flatMap((_, row) => layout.columns.map((_, column) => /** @type {[number, number]} */ ([column, row])));
  return all.filter((at) => fits(layout, piece, at));
}

/** Returns a random number below a bound. @param {number} bound */
function below(bound) {
  return Math.floor(((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32) * bound);
}

/** Places all pieces at random, the largest first. Returns false if no way was found. @param {Layout} layout */
export function scatter(layout) {
  const size = (/** @type {Piece} */ piece) => piece.turns[0]?.cells.length ?? 0;
  const order = [...layout.pieces].sort((one, other) => size(other) - size(one));
  for (let attempt = 0; attempt < 200; attempt += 1) {
    for (const piece of layout.pieces) piece.at = null;
    const isDone = order.every((piece) => {
      const free = piece.turns.flatMap((_, turn) => {
        piece.turn = turn;
        return places(layout, piece).map((at) => ({ turn, at }));
      });
      const place = free[below(free.length)];
      if (place !== undefined) Object.assign(piece, place);
      return place !== undefined;
    });
    if (isDone) return true;
  }
  return false;
}

/** True if every piece is on the map. @param {Layout} layout */
export function isComplete(layout) {
  return layout.pieces.every(({ at }) => at !== null);
}

/**
 * Moves a piece so that it covers a square; near an edge it is pushed inwards. Returns false if there is no room.
 * @param {Layout} layout @param {Piece} piece @param {number} column @param {number} row
 * @param {[number, number]} [held] The part of the piece that comes to lie there, relative to its first square.
 */
function put(layout, piece, column, row, held = [0, 0]) {
  const [wantedColumn, wantedRow] = [column - held[0], row - held[1]];
  const near = places(layout, piece).filter((at) => cellsAt(piece, at).some(([x, y]) => x === column && y === row));
  const distance = (/** @type {[number, number]} */ [x, y]) => Math.abs(x - wantedColumn) + Math.abs(y - wantedRow);
  const [best] = near.sort((one, other) => distance(one) - distance(other));
  if (best === undefined) return false;
  piece.at = best;
  return true;
}

/** Turns a piece; on the map, to the next way in which it has room. @param {Layout} layout @param {Piece} piece */
function rotate(layout, piece) {
  const [first] = covered(piece);
  const before = piece.turn;
  for (let step = 1; step < piece.turns.length; step += 1) {
    piece.turn = (before + step) % piece.turns.length;
    if (first === undefined || put(layout, piece, ...first)) return true;
  }
  piece.turn = before;
  return false;
}

/**
 * Creates the editor: the map, the pieces, and buttons.
 * @param {Layout} layout
 * @param {() => void} redraw
 * @returns {Child}
 */
export function editor(layout, redraw) {
  const name = layout.name ?? cellName;
  const chosen = layout.pieces.find(({ id }) => id === layout.chosen);
  const say = (/** @type {string} */ text) => {
    announce(text);
    redraw();
  };
  /** @param {Piece} piece @param {number} column @param {number} row @param {[number, number]} [held] */
  const place = (piece, column, row, held) => {
    if (!put(layout, piece, column, row, held)) return say(t("place-no-room", { piece: piece.label, cell: name(column, row) }));
    layout.chosen = layout.pieces.find(({ at }) => at === null)?.id ?? null;
    say(t("place-placed", { piece: piece.label, cells: covered(piece).map((cell) => name(...cell)).join(" ") }));
  };
  /** @param {Piece} piece */
  const turn = (piece) => {
    const isTurned = rotate(layout, piece);
    say(isTurned ? t("place-turned", { piece: piece.label }) : t("place-cannot-turn", { piece: piece.label }));
  };
  /** @param {string} _ @param {number} column @param {number} row */
  const pick = (_, column, row) => {
    const there = pieceAt(layout, column, row);
    if (there !== undefined && there.id === layout.chosen) return turn(there);
    if (there !== undefined) {
      layout.chosen = there.id;
      return say(t("place-chosen", { piece: there.label }));
    }
    if (chosen !== undefined) return place(chosen, column, row);
    say(t("place-choose-first"));
  };
  /** @param {string} key @param {string} _ @param {number} column @param {number} row */
  const press = (key, _, column, row) => {
    const piece = pieceAt(layout, column, row) ?? chosen;
    if (piece === undefined) return false;
    if (key === "r" || key === "R") turn(piece);
    else if (key === "Delete" || key === "Backspace") {
      piece.at = null;
      layout.chosen = piece.id;
      say(t("place-removed", { piece: piece.label }));
    } else return false;
    return true;
  };
  return h(
    "div",
    { class: "editor" },
    board({
      id: layout.id,
      title: t("place-map"),
      columns: layout.columns,
      rows: layout.rows,
      name,
      square: (_, column, row) => {
        const piece = pieceAt(layout, column, row);
        const ground = layout.ground?.(column, row) ?? { label: t("cell-empty") };
        const isChosen = piece !== undefined && piece.id === layout.chosen;
        if (piece === undefined) return { ...ground, enabled: true };
        return { label: piece.label, content: piece.mark, class: `${ground.class ?? ""} ship ${isChosen ? "chosen" : ""}`, enabled: true };
      },
      pick,
      press,
      class: "placing",
      handlers: {
        onpointerdown: drags(layout.id, redraw, ([column, row]) => {
          const piece = pieceAt(layout, column, row);
          const [left, top] = piece?.at ?? [0, 0];
          return piece && ((toColumn, toRow) => place(piece, toColumn, toRow, [column - left, row - top]));
        }),
      },
    }),
    h(
      "div",
      { class: "pieces", role: "group", "aria-label": t("place-pieces") },
      layout.pieces.map((piece) =>
        h(
          "button",
          {
            type: "button",
            key: piece.id,
            class: `piece ${piece.at === null ? "" : "placed"}`,
            "aria-pressed": String(piece.id === layout.chosen),
            onpointerdown: drags(layout.id, redraw, () => (column, row) => place(piece, column, row)),
            onclick: () => {
              layout.chosen = piece.id;
              say(t("place-chosen", { piece: piece.label }));
            },
          },
          shape(piece),
          h("span", {}, piece.label),
        ),
      ),
    ),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", disabled: chosen === undefined || chosen.turns.length < 2, onclick: () => chosen && turn(chosen) }, t("place-rotate")),
      h("button", { type: "button", onclick: () => say(scatter(layout) ? t("place-scattered") : t("place-no-way")) }, t("place-random")),
      h(
        "button",
        {
          type: "button",
          onclick: () => {
            for (const piece of layout.pieces) piece.at = null;
            layout.chosen = layout.pieces[0]?.id ?? null;
            redraw();
          },
        },
        t("place-clear"),
      ),
    ),
    h("p", { class: "hint" }, t("place-hint")),
  );
}

/** Draws the outline of a piece as small squares. @param {Piece} piece */
function shape(piece) {
  const cells = piece.turns[piece.turn]?.cells ?? [];
  const [left, top] = [Math.min(...cells.map(([x]) => x)), Math.min(...cells.map(([, y]) => y))];
  const box = h("span", { class: "shape", "aria-hidden": "true" });
  for (const [x, y] of cells) {
    const dot = h("i");
    dot.style.gridArea = `${y - top + 1} / ${x - left + 1}`;
    box.append(dot);
  }
  return box;
}
