// A score as pages: one for each turn, with the cue that follows it. A bar is a shot.
/** @import { Schemas } from "../../types.js" */
/** @import { Item } from "../../rulesets/voices/phones.js" */

/** An item with its index in the score. @typedef {{ index: number, item: Item }} Step */
/** A shot, with its call and answers; or a cue, which has no shot. @typedef {{ shot: number | null, steps: Step[] }} Bar */
/** @typedef {{ turn: number, round: number, seat: number, bars: Bar[], first: number, last: number }} Page */

/** @param {Schemas["Score"]} score @returns {Page[]} */
export function pagesOf({ items }) {
  /** @type {Page[]} */
  const pages = [];
  for (const [index, item] of items.entries()) {
    let page = pages.at(-1);
    if (item.type === "call" && page?.turn !== item.turn) {
      page = { turn: item.turn, round: item.round, seat: item.seat, bars: [], first: index, last: index };
      pages.push(page);
    }
    if (page === undefined) continue;
    const shot = item.type === "cue" ? null : item.shot;
    let bar = page.bars.at(-1);
    if (bar === undefined || bar.shot !== shot) page.bars.push((bar = { shot, steps: [] }));
    bar.steps.push({ index, item });
    page.last = index;
  }
  return pages;
}

/** Number of beats of an item: one for each phone, and rests as in docs/score.md. @param {Item} item */
export function beats(item) {
  if (item.type === "cue") return 12;
  return item.type === "call" ? 3 : item.row.phones.length + item.column.phones.length + 4;
}
