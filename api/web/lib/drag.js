// Drags pieces onto a map, and on it, with a mouse, a pen or a finger.

/** Puts a piece on a square. @typedef {(column: number, row: number) => void} Drop */

/**
 * Returns a handler of `pointerdown` that drags what is under the pointer to a square of a map.
 * @param {string} map Id of the map.
 * @param {() => void} redraw Called when nothing was dropped.
 * @param {(from: [number, number]) => Drop | undefined} grab Returns how to drop what is on a square of the map, if there
 *   is something; for a control outside the map, what it stands for.
 */
export function drags(map, redraw, grab) {
  /** @param {PointerEvent} event @returns {[number, number] | undefined} */
  const under = (event) => {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest(`#${map} td[data-cell]`);
    return cell instanceof HTMLElement ? [Number(cell.dataset["column"]), Number(cell.dataset["row"])] : undefined;
  };
  const unmark = () => {
    for (const marked of document.querySelectorAll("td.drop")) marked.classList.remove("drop");
  };
  return (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    const from = under(event);
    const drop = grab(from ?? [-1, -1]);
    if (drop === undefined) return;
    const target = (/** @type {PointerEvent} */ now) => {
      const to = under(now);
      return to === undefined || (to[0] === from?.[0] && to[1] === from[1]) ? undefined : to;
    };
    // A finger on a piece drags it, and does not scroll the page: see `touch-action` in styles/app.css.
    const move = (/** @type {PointerEvent} */ now) => {
      const to = target(now);
      unmark();
      if (to) document.querySelector(`#${map} td[data-column="${to[0]}"][data-row="${to[1]}"]`)?.classList.add("drop");
    };
    const end = (/** @type {PointerEvent} */ now) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      unmark();
      const to = target(now);
      if (now.type === "pointerup" && to !== undefined) drop(...to);
      else redraw();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  };
}
