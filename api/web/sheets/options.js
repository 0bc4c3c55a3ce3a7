// Fields for the options of sheets, in the words of the server.
/** @import { Child, Schemas } from "../types.js" */
import { h } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";

/** Values for options that a sheet requires, for its picture in the gallery. @type {Record<string, string>} */
export const REQUIRED = { battle: "3", tactical: "7", matrix: "5", packs: "2" };

const NUMBERS = Array.from({ length: 10 }, (_, n) => String(n + 1));
const SUITS = ["suns", "moons", "crowns", "arms"];

/** Options with a list of values, the default first. An empty value leaves the option out. @type {Record<string, string[]>} */
const LISTS = {
  mode: ["salvo", "single"],
  lends: ["arms", "crowns", "moons", "suns"],
  wumpuses: ["false", "true"],
  orientation: ["portrait", "landscape"],
  look: ["plain", "large_print", "high_contrast", "low_ink"],
  n_up: ["1", "2", "4"],
};

/** Options with a number: the default, the minimum and the maximum. @type {Record<string, [number, number, number]>} */
const RANGES = {
  seats: [2, 2, 8],
  packs: [2, 1, 40],
  rows: [13, 8, 16],
  columns: [9, 8, 16],
  points: [60, 10, 200],
  resupply: [0, 0, 10],
  margin: [12, 0, 50],
};

/** Numbers of ships of each class, by default. @type {Record<string, Record<string, number>>} */
const FLEETS = {
  voices: { carrier: 1, battleship: 1, destroyer: 1, patrol: 1, submarine: 1 },
  advanced: { carrier: 1, battleship: 1, cruiser: 2, destroyer: 2, submarine: 2 },
};

/**
 * Returns a field for each option.
 * @param {string} kind Kind of the sheet.
 * @param {string[]} names
 * @param {Schemas["Sheets"]} known
 * @param {Record<string, string>} options
 * @param {(name: string, value: string) => void} change
 * @returns {Child}
 */
export function optionFields(kind, names, known, options, change) {
  return names.map((name) => {
    const value = options[name] ?? "";
    const id = `sheet-option-${name}`;
    /** @param {{ value: string, text: string }[]} choices @param {string} [otherwise] */
    const list = (choices, otherwise = "") =>
      h("label", { key: name }, t(id), h("select", { name, value: value || otherwise, onchange: (/** @type {any} */ event) => change(name, event.target.value === otherwise ? "" : event.target.value) },
        choices.map(({ value, text }) => h("option", { value }, text))));
    const input = (/** @type {Record<string, any>} */ attributes) =>
      h("label", { key: name }, t(id), h("input", { name, value, onchange: (/** @type {any} */ event) => change(name, event.target.value), ...attributes }));
    if (name in LISTS) {
      const [first = ""] = LISTS[name] ?? [];
      return list((LISTS[name] ?? []).map((each) => ({ value: each, text: t(SUITS.includes(each) ? `suit-${each}` : `${id}-${each}`) })), first);
    }
    const range = RANGES[name];
    if (range !== undefined) return input({ type: "number", min: range[1], max: range[2], value: value || range[0] });
    switch (name) {
      case "paper":
        return list(known.papers.map((each) => ({ value: each, text: each.length > 2 ? t(`paper-${each}`) : each.toUpperCase() })), "a4");
      case "lang":
        return list(known.languages.map((each) => ({ value: each, text: new Intl.DisplayNames(each, { type: "language" }).of(each) ?? each })), language);
      case "battle":
      case "tactical":
      case "matrix":
        return h("label", { key: name }, t(id), h("input", { name, value, list: `${name}-numbers`, placeholder: t("sheet-matrix-none"), onchange: (/** @type {any} */ event) => change(name, event.target.value.trim()) }),
          h("datalist", { id: `${name}-numbers` }, NUMBERS.map((value) => h("option", { value }))));
      case "fleet":
        return fleet(kind, value, change);
      case "order":
        return order(value || SUITS.join(","), change);
      case "grid":
      case "ships":
        // They belong to a fleet of one's own.
        return options["fleet"] === "custom" && input({ placeholder: name === "grid" ? '{"columns":12,"rows":12}' : '[{"class":"tug","length":2,"shots":1}]' });
      default:
        return input({});
    }
  });
}

/** The numbers of ships in an option; none if somebody has damaged the address. @param {string} value */
function counts(value) {
  try {
    return JSON.parse(value || "{}");
  } catch {
    return {};
  }
}

/** @param {string} kind @param {string} value @param {(name: string, value: string) => void} change */
function fleet(kind, value, change) {
  const label = t("sheet-option-fleet");
  if (kind.startsWith("classic")) {
    const fleets = ["standard", "two_destroyers", "five_ships", "custom"];
    return h("label", { key: "fleet" }, label, h("select", { name: "fleet", value: value || "standard", onchange: (/** @type {any} */ event) => change("fleet", event.target.value === "standard" ? "" : event.target.value) },
      fleets.map((each) => h("option", { value: each }, t(`fleet-${each}`)))));
  }
  const standard = FLEETS[kind.startsWith("advanced") ? "advanced" : "voices"] ?? {};
  const ships = { ...standard, ...counts(value) };
  const set = (/** @type {string} */ of, /** @type {number} */ count) => {
    const chosen = { ...ships, [of]: count };
    const isStandard = Object.entries(standard).every(([each, count]) => chosen[each] === count);
    change("fleet", isStandard ? "" : JSON.stringify(chosen));
  };
  return h("fieldset", { key: "fleet", class: "counts" }, h("legend", {}, label),
    Object.keys(standard).map((of) =>
      h("label", { key: of }, t(`fleet-ship-${of}`), h("input", { type: "number", min: 0, max: 4, value: ships[of], onchange: (/** @type {any} */ event) => set(of, Number(event.target.value)) }))));
}

/** @param {string} value @param {(name: string, value: string) => void} change */
function order(value, change) {
  const suits = value.split(",");
  // Choosing a suit for a place exchanges it with the suit that was there.
  const swap = (/** @type {number} */ place, /** @type {string} */ suit) => {
    const other = suits.indexOf(suit);
    suits[other] = suits[place] ?? suit;
    suits[place] = suit;
    change("order", suits.join(",") === SUITS.join(",") ? "" : suits.join(","));
  };
  return h("fieldset", { key: "order", class: "counts" }, h("legend", {}, t("sheet-option-order")),
    suits.map((suit, place) =>
      h("label", { key: place }, t("sheet-order-place", { place: place + 1 }), h("select", { value: suit, onchange: (/** @type {any} */ event) => swap(place, event.target.value) },
        SUITS.map((each) => h("option", { value: each }, t(`suit-${each}`)))))));
}
