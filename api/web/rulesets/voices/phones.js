// Phones of the score: how they are drawn, named for screen readers, and written for an English voice.
/** @import { Child, Schemas } from "../../types.js" */
import { h } from "../../lib/dom.js";
import { api, ok, untilAnswered } from "../../lib/api.js";
import { shipLabel } from "../../lib/fleet.js";
import { t } from "../../lib/i18n.js";

/** @typedef {Schemas["ScoreItem"]} Item */
/** @typedef {Extract<Item, { type: "call" }>} Call */
/** @typedef {Extract<Item, { type: "answer" }>} Answer */

/** For each phone: letters that name it, and a syllable that an English voice reads nearly as the phone. */
const PHONES = /** @type {Record<string, [string, string]>} */ ({
  t: ["t", "tuh"], d: ["d", "duh"], m: ["m", "mm"], w: ["w", "wuh"], v: ["v", "vuh"], z: ["z", "zzz"],
  b: ["b", "buh"], r: ["r", "ruh"], ʒ: ["zh", "zhuh"], f: ["f", "fff"], ʃ: ["sh", "shh"], j: ["y", "yuh"],
  p: ["p", "puh"], ks: ["ks", "ks"], s: ["s", "sss"], θ: ["th", "thuh"], dʒ: ["j", "juh"], i: ["ee", "ee"],
  æ: ["a", "aah"], ɛ: ["eh", "eh"], ə: ["uh", "uh"], ɑ: ["ah", "ah"], u: ["oo", "ooh"], o: ["oh", "oh"],
  aʊ: ["ow", "ow"], aɪ: ["eye", "eye"],
});

/** Letters that name a phone: "sh" for ʃ. @param {string} phone */
export const spelled = (phone) => PHONES[phone]?.[0] ?? phone;

/** A phone in words, with the sign that is seen. @param {string} phone */
export const inWords = (phone) => t("voices-phone", { phone: spelled(phone) === phone ? phone : `${spelled(phone)} ${phone}` });

/** A syllable for an English voice; the word of the key for a phone without one. @param {string} phone @param {Schemas["PronunciationKey"] | undefined} key */
export function spoken(phone, key) {
  const word = key?.phones.find((each) => each.phone === phone)?.word.map(({ text }) => text).join("");
  return PHONES[phone]?.[1] ?? word ?? phone;
}

/** @type {Promise<Schemas["PronunciationKey"]> | undefined} */
let loading;

/** Returns the pronunciation key, which is loaded once. */
export function pronunciationKey() {
  loading ??= ok(untilAnswered(() => api.GET("/v1/pronunciation-key", {}))).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The word of the key for a phone, with the letters that sound it in bold. @param {Schemas["PhonePronunciation"] | undefined} entry @returns {Child} */
export function keyWord(entry) {
  return entry && h("span", { lang: "en" }, entry.word.map(({ text, sounds }) => (sounds ? h("b", {}, text) : text)));
}

/** Phones that are sounded one after the other. `beat` is the number of the first one in its item. @param {string[]} phones @param {number} beat */
function sounds(phones, beat) {
  return h("span", { class: "phones", "aria-hidden": "true" }, phones.map((phone, index) => [h("span", { class: "phone", "data-beat": beat + index }, phone), " "]));
}

const ARROWS = { left: "→", right: "←", top: "↓", bottom: "↑" };

/** A line of an answer. @param {Schemas["VoicesRow"] | Schemas["VoicesColumn"]} line @param {number} beat */
function lineOf({ from, phones }, beat) {
  return h(
    "p",
    { class: "sounded" },
    h("span", { class: "arrow", "aria-hidden": "true" }, ARROWS[from]),
    sounds(phones, beat),
    h("span", { class: "hidden" }, t(`voices-from-${from}`, { phones: phones.map(spelled).join(" ") })),
  );
}

/** The direction for a part, as a composer writes it. @param {string | null} text */
const direction = (text) => text !== null && h("p", { class: "direction" }, text);

/** A call, as the player must sound it. @param {Call} call */
export function callElement({ cell, phone, direction: text }) {
  return h(
    "div",
    { class: "sound call" },
    direction(text),
    h("p", { class: "sounded" }, h("span", { class: "called" }, cell), " ", sounds([phone], 0), h("span", { class: "hidden" }, inWords(phone))),
  );
}

/** An answer, as the player must sound it. @param {Answer} answer */
export function answerElement({ row, column, result, sunk, direction: text }) {
  return h(
    "div",
    { class: "sound answer" },
    direction(text),
    lineOf(row, 0),
    lineOf(column, row.phones.length + 1),
    h("p", { class: `report ${result}` }, reportText(result, sunk)),
  );
}

/** The report of an answer in words. @param {Schemas["VoicesResult"]} result @param {string | null} sunk */
export function reportText(result, sunk) {
  return sunk === null ? t(`voices-${result}`) : t("voices-hit-sunk", { ship: shipLabel(sunk) });
}
