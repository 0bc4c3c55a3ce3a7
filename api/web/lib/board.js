// Maps of squares: tables that can be used with a mouse, a finger, a keyboard or a screen reader.
/** @import { Child } from "../types.js" */
import { h } from "./dom.js";

/**
 * @typedef {object} Square
 * @property {string} label What a screen reader says after the name of the square.
 * @property {Child} [content] What is drawn in it.
 * @property {string} [class] Its look: see styles/app.css.
 * @property {boolean} [selected] True if it is marked, false if it could be.
 * @property {boolean} [enabled] True if it can be picked.
 */

/**
 * @typedef {object} Board
 * @property {string} id
 * @property {Child} title
 * @property {string[]} columns Names of the columns.
 * @property {string[]} rows Names of the rows, from the top.
 * @property {(name: string, column: number, row: number) => Square} square
 * @property {(column: number, row: number) => string} [name] Name of a square; by default "B5".
 * @property {(name: string, column: number, row: number) => void} [pick] Called when a square is picked.
 * @property {(key: string, name: string, column: number, row: number) => boolean} [press] Called for other keys;
 *   returns true if the key had an effect.
 * @property {string} [class]
 * @property {Record<string, any>} [handlers] More event handlers of the table.
 */

/** The square of each board that has the keyboard's attention. @type {Map<string, string>} */
const current = new Map();

/** Returns "A" for 0. @param {number} index */
export const letter = (index) => String.fromCharCode(65 + index);

/** Returns the names "A", "B", … @param {number} count */
export const letters = (count) => Array.from({ length: count }, (_, index) => letter(index));

/** Returns the names "1", "2", … @param {number} count */
export const numbers = (count) => Array.from({ length: count }, (_, index) => String(index + 1));

/**
 * Splits the name of a square into its column and row, from 0: "B5" is [1, 4].
 * @param {string} name
 * @returns {[number, number]}
 */
export const position = (name) => [name.charCodeAt(0) - 65, Number(name.slice(1)) - 1];

/** Returns the name of a square, such as "B5". @param {number} column @param {number} row */
export const cellName = (column, row) => `${letter(column)}${row + 1}`;

/** Creates a board. @param {Board} board @returns {HTMLElement} */
export function board({ id, title, columns, rows, square, name = cellName, pick, press, class: look, handlers }) {
  const focused = current.get(id) ?? name(0, 0);
  /** @param {number} column @param {number} row */
  const draw = (column, row) => {
    const of = name(column, row);
    const { label, content, class: kind, selected, enabled } = square(of, column, row);
    return h(
      "td",
      {
        role: "gridcell",
        tabindex: of === focused ? 0 : -1,
        "data-cell": of,
        "data-column": column,
        "data-row": row,
        "aria-label": `${of}: ${label}`,
        "aria-selected": selected === undefined ? null : selected,
        "aria-disabled": pick !== undefined && enabled === false ? "true" : null,
        class: [kind, selected && "selected", pick !== undefined && enabled !== false && "enabled"].filter(Boolean).join(" "),
      },
      // The label says what a sign means, so the sign itself is drawn by the stylesheet.
      typeof content === "string" ? h("span", { "aria-hidden": "true", "data-sign": content }) : h("span", { "aria-hidden": "true" }, content),
    );
  };
  /** @param {Event} event @returns {[string, number, number] | undefined} */
  const target = (event) => {
    const cell = event.target instanceof Element ? event.target.closest("td") : null;
    const of = cell?.dataset["cell"];
    return cell === null || of === undefined ? undefined : [of, Number(cell.dataset["column"]), Number(cell.dataset["row"])];
  };
  /** @param {KeyboardEvent} event */
  const keydown = (event) => {
    const at = target(event);
    if (at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const [of, column, row] = at;
    const moved = {
      ArrowLeft: [column - 1, row],
      ArrowRight: [column + 1, row],
      ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1],
      Home: [0, row],
      End: [columns.length - 1, row],
      PageUp: [column, 0],
      PageDown: [column, rows.length - 1],
    }[event.key];
    if (moved !== undefined) {
      focus(/** @type {HTMLElement} */ (event.currentTarget), id, moved[0] ?? 0, moved[1] ?? 0);
    } else if (event.key === "Enter" || event.key === " ") {
      pick?.(of, column, row);
    } else if (!press?.(event.key, of, column, row)) {
      return;
    }
    event.preventDefault();
  };
  return h(
    "div",
    { class: `board ${look ?? ""}`, key: id },
    h("h2", { id: `${id}-title` }, title),
    h(
      "div",
      { class: "scroll" },
      h(
        "table",
        {
          id,
          role: "grid",
          "aria-labelledby": `${id}-title`,
          onkeydown: keydown,
          onclick: (/** @type {MouseEvent} */ event) => {
            const at = target(event);
            if (at === undefined) return;
            current.set(id, at[0]);
            pick?.(...at);
          },
          ...handlers,
        },
        h("thead", {}, h("tr", {}, h("td", { role: "presentation" }), columns.map((column) => h("th", { scope: "col" }, column)))),
        h(
          "tbody",
          {},
          rows.map((label, row) =>
            h("tr", {}, h("th", { scope: "row" }, label), columns.map((_, column) => draw(column, row))),
          ),
        ),
      ),
    ),
  );
}

/** Moves the focus to a square, if there is one. @param {HTMLElement} table @param {string} id @param {number} column @param {number} row */
function focus(table, id, column, row) {
  const cell = table.querySelector(`td[data-column="${column}"][data-row="${row}"]`);
  if (!(cell instanceof HTMLElement)) return;
  for (const other of table.querySelectorAll('td[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  cell.tabIndex = 0;
  current.set(id, cell.dataset["cell"] ?? "");
  cell.focus();
}
