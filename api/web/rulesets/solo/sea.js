// The sea: an upper and a lower row for each suit, and a column for each face of the dice.
/** @import { Child, Play, Schemas } from "../../types.js" */
import { board } from "../../lib/board.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @typedef {Schemas["SoloView"]} View */
/** @typedef {Schemas["SoloSuit"]} Suit */

/** Faces of the dice, which name the columns. */
export const FACES = ["N", "A", "2", "3", "4", "5"];

/** Halves of the rows of a suit, from the top. */
const HALVES = ["upper", "lower"];

/** Signs of the suits, drawn as text. @type {Record<Suit, string>} */
const SIGNS = { suns: "☀\uFE0E", moons: "☾\uFE0E", crowns: "♛\uFE0E", arms: "⚔\uFE0E" };

/** Number of coins of each class. @type {Record<Schemas["SoloClass"], number>} */
export const COINS = { dinghy: 1, submarine: 2, cruiser: 3 };

/** Returns the name of a suit. @param {Suit} suit */
export const suitLabel = (suit) => t(`solo-${suit}`);

/** The sign of a suit. @param {Suit} suit */
export const sign = (suit) => h("span", { class: `sign ${suit}`, "aria-hidden": "true" }, SIGNS[suit]);

/** Returns the mark of a coin: the sign of its suit, and the length of its ship. @param {Suit} suit @param {Schemas["SoloClass"]} of */
export const coinMark = (suit, of) => `${SIGNS[suit]}${COINS[of]}`;

/** Returns the id of a cell, such as "suns/upper/5". @param {View} view @param {number} column @param {number} row */
export function cellId({ order }, column, row) {
  return `${order[Math.floor(row / 2)]}/${HALVES[row % 2]}/${FACES[column]}`;
}

/** Splits the id of a cell into its column and row, from 0. @param {View} view @param {string} cell @returns {[number, number]} */
export function place({ order }, cell) {
  const [suit = "", half = "", face = ""] = cell.split("/");
  return [FACES.indexOf(face), order.findIndex((each) => each === suit) * 2 + HALVES.indexOf(half)];
}

/** Returns the names of the rows. @param {View} view */
export function rowLabels({ order }) {
  return order.flatMap((suit) => HALVES.map((half) => t(`solo-row-${half}`, { suit: suitLabel(suit) })));
}

/** Returns how people call a cell. @param {View} view @param {number} column @param {number} row */
export function cellLabel(view, column, row) {
  return `${rowLabels(view)[row]}, ${FACES[column]}`;
}

/** Names a cell by its id. @param {View} view @param {string} cell */
export const labelOf = (view, cell) => cellLabel(view, ...place(view, cell));

/** The sea with the ships that the viewer knows, and all shots. @param {Play<"solo">} play */
export function sea({ game }) {
  const { view } = game;
  const ships = new Map(view.ships?.flatMap((ship) => ship.cells.map((cell) => [cell, ship])));
  const shots = view.volleys.flatMap((volley) => volley.shots);
  const fired = new Set(shots.map(({ cell }) => cell));
  const hits = new Map(shots.flatMap(({ cell, hit }) => (hit ? [[cell, hit]] : [])));
  const last = new Set(view.volleys.at(-1)?.shots.map(({ cell }) => cell));
  return board({
    id: "sea",
    title: t("solo-sea"),
    columns: FACES,
    rows: rowLabels(view),
    name: (column, row) => cellLabel(view, column, row),
    square: (_, column, row) => {
      const cell = cellId(view, column, row);
      const ship = ships.get(cell);
      const suit = ship?.suit ?? hits.get(cell);
      const isHit = hits.has(cell);
      const isMiss = fired.has(cell) && !isHit;
      const mark = ship ? coinMark(ship.suit, ship.class) : suit && SIGNS[suit];
      const coin = suit && h("span", { class: `coin ${suit}`, "data-sign": mark ?? "" });
      const words = [
        ship ? t("solo-ship", { ship: t(`ship-${ship.class}`), suit: suitLabel(ship.suit) }) : suit && suitLabel(suit),
        isHit ? t("cell-hit") : isMiss && t("cell-miss"),
        !suit && !isMiss && t("cell-empty"),
        last.has(cell) && t("solo-last"),
      ];
      return {
        label: words.filter(Boolean).join(", "),
        content: coin ?? (isMiss ? "•" : undefined),
        class: [isHit && "hit", isMiss && "miss", last.has(cell) && "last", row % 2 === 1 && "end"].filter(Boolean).join(" "),
      };
    },
  });
}

/** What the marks in the sea mean. @param {View} view @returns {Child} */
export function legend({ order, lends }) {
  return h(
    "p",
    { class: "hint", key: "legend" },
    order.filter((suit) => suit !== lends).map((suit) => [sign(suit), ` ${suitLabel(suit)} · `]),
    t("solo-legend"),
    " ",
    t("solo-lends", { suit: suitLabel(lends) }),
  );
}
