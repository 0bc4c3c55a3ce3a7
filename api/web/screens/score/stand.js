// The music stand: a page of a score.
/** @import { Child } from "../../types.js" */
/** @import { Item } from "../../rulesets/voices/phones.js" */
/** @import { Page, Step } from "./pages.js" */
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { answerElement, callElement, reportText, spelled } from "../../rulesets/voices/phones.js";

/** Who reads the score, and how far: the seats, their names, and the index of the current item. @typedef {{ seats: number[], name: (seat: number) => string, index: number }} Reader */

/** A turn on the music stand, and what comes after it. @param {Page} page @param {Page | undefined} next @param {Reader} reader @returns {Child} */
export function pageElement(page, next, reader) {
  const { seats, name } = reader;
  const first = next?.bars[0]?.steps[0];
  return [
    h("h2", { key: "turn" }, t("score-turn", { round: page.round, turn: page.turn, name: name(page.seat) })),
    h("div", { class: "bar names", key: "names", "aria-hidden": "true" }, h("span"), seats.map((seat) => h("span", { class: "voice" }, t("score-voice", { number: seat }), " · ", name(seat)))),
    h(
      "ol",
      { class: "bars", key: `turn-${page.turn}` },
      page.bars.map((bar) => h("li", { class: `bar ${bar.shot === null ? "cue" : ""}`, key: bar.shot ?? "cue" }, h("span", { class: "shot" }, bar.shot ?? ""), bar.steps.map((step) => itemElement(step, reader)))),
    ),
    first && h("div", { class: "bar next", key: "next" }, h("span", { class: "shot" }, h("span", { "aria-hidden": "true" }, "V.S."), h("span", { class: "hidden" }, t("score-next"))), itemElement(first, reader)),
  ];
}

/** @param {Step} step @param {Reader} reader */
function itemElement({ index, item }, reader) {
  const isCurrent = index === reader.index;
  const state = isCurrent ? "current" : index < reader.index ? "past" : "";
  const attributes = { class: `item ${state}`, key: index, "aria-current": isCurrent ? "step" : null };
  if (item.type === "cue") return h("div", attributes, h("p", { class: "direction" }, t("score-tutti", { cue: t(`voices-cue-${item.cue}`) })));
  const sound = item.type === "call" ? callElement(item) : answerElement(item);
  const element = h("div", attributes, h("span", { class: "who" }, reader.name(item.seat)), sound);
  element.style.setProperty("--column", String(item.seat + 1));
  return element;
}

/** An item in words, for a screen reader. @param {Item} item @param {(seat: number) => string} nameOf */
export function inWords(item, nameOf) {
  if (item.type === "cue") return t("score-cue", { cue: t(`voices-cue-${item.cue}`) });
  const name = nameOf(item.seat);
  const direction = item.direction === null ? "" : `${item.direction}.`;
  if (item.type === "call") return [t("score-call", { name, cell: item.cell, phone: spelled(item.phone) }), direction].join(" ");
  const lines = [item.row, item.column].map(({ from, phones }) => t(`voices-from-${from}`, { phones: phones.map(spelled).join(" ") }));
  return [`${name}:`, direction, `${lines.join("; ")}.`, reportText(item.result, item.sunk)].join(" ");
}
