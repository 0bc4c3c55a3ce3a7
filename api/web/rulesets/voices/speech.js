// Calls and answers spoken by a voice of the browser. Such voices read words and no phonetic signs, so they only come
// close: the page gives an English voice a syllable for each phone.
/** @import { Schemas } from "../../types.js" */
/** @import { Item } from "./phones.js" */
import { language, t } from "../../lib/i18n.js";
import { reportText, spoken } from "./phones.js";

/** Words of a direction that change the speech, as in docs/score.md. @type {[RegExp, Partial<SpeechSynthesisUtterance>][]} */
const PROSODY = [
  [/\b(soft|softly|quiet|quietly|piano|pianissimo|sottovoce)\b/iu, { volume: 0.5 }],
  [/\b(loud|loudly|shouted|forte|fortissimo|gridato)\b/iu, { volume: 1 }],
  [/\b(whisper|whispered|whispering|sussurrato|sussurrata|sussurrando)\b/iu, { volume: 0.25 }],
  [/\b(slow|slowly|lento|lenta|lentamente|adagio)\b/iu, { rate: 0.5 }],
  [/\b(quick|quickly|fast|veloce|velocemente|rapido|rapida|presto)\b/iu, { rate: 1.6 }],
  [/\b(high|alto|acuto|acuta)\b/iu, { pitch: 1.7 }],
  [/\b(low|basso|grave)\b/iu, { pitch: 0.4 }],
];

/** What a direction changes; of several words about one property, the first counts. @param {string | null} direction */
function prosody(direction) {
  const found = PROSODY.map(([words, change]) => ({ at: direction?.search(words) ?? -1, change })).filter(({ at }) => at >= 0);
  return Object.assign({}, ...found.sort((one, other) => other.at - one.at).map(({ change }) => change));
}

/** English voices of the browser. @returns {SpeechSynthesisVoice[]} */
export function voices() {
  return "speechSynthesis" in globalThis ? speechSynthesis.getVoices().filter(({ lang }) => /^en\b/iu.test(lang)) : [];
}

/** Calls a function when the browser has found its voices, which it may do late. Returns how to stop. @param {() => void} found */
export function onVoices(found) {
  if (!("speechSynthesis" in globalThis)) return () => {};
  speechSynthesis.addEventListener("voiceschanged", found);
  return () => speechSynthesis.removeEventListener("voiceschanged", found);
}

/** Ends all speech. */
export function silence() {
  if ("speechSynthesis" in globalThis) speechSynthesis.cancel();
}

/**
 * Speaks parts of a score. Each seat has a voice of its own, as far as the browser has voices. Resolves at the end.
 * @param {Item[]} items
 * @param {Schemas["PronunciationKey"] | undefined} key
 * @returns {Promise<void>}
 */
export function speak(items, key) {
  silence();
  const parts = items.flatMap((item) => utterances(item, key));
  return new Promise((resolve) => {
    if (parts.length === 0 || voices().length === 0) return resolve();
    const last = parts.at(-1);
    for (const part of parts) {
      // An error of one part, such as `canceled`, ends all of them.
      part.onerror = () => resolve();
      if (part === last) part.onend = () => resolve();
      speechSynthesis.speak(part);
    }
  });
}

/** @param {Item} item @param {Schemas["PronunciationKey"] | undefined} key @returns {SpeechSynthesisUtterance[]} */
function utterances(item, key) {
  if (item.type === "cue") return [words(t(`voices-cue-${item.cue}`))];
  const line = (/** @type {string[]} */ phones) => {
    const english = voices();
    const part = new SpeechSynthesisUtterance(phones.map((phone) => spoken(phone, key)).join(", "));
    part.voice = english[(item.seat - 1) % english.length] ?? null;
    part.lang = part.voice?.lang ?? "en";
    return Object.assign(part, { rate: 0.8, pitch: item.seat % 2 === 1 ? 1.25 : 0.75 }, prosody(item.direction));
  };
  if (item.type === "call") return [line([item.phone])];
  return [line(item.row.phones), line(item.column.phones), words(reportText(item.result, item.sunk))];
}

/** Words in the language of the page. @param {string} text */
function words(text) {
  const part = new SpeechSynthesisUtterance(text);
  part.lang = language;
  return part;
}
