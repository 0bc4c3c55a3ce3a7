// A check of the record of a finished game, as docs/fairness.md specifies it: the hashes, the commitments and all dice.
// It runs in the browser and shares no code with the server. It does not replay the moves: for that, the server has
// `POST /v1/verify`, and its program `broadside verify`.
/** @import { Json, RulesetId, RulesetRecord } from "../types.js" */
import { RULESETS } from "../rulesets/index.js";

/**
 * @typedef {object} Check
 * @property {"digest" | "seed" | "salts" | "placements" | "seat_seeds" | "draws"} name
 * @property {string | null} fault What is wrong; null if nothing is.
 */

const LABEL = "broadside/v1/";
const encoder = new TextEncoder();

/** True if the browser can compute hashes: only over HTTPS, or on the user's own machine. */
export const canVerify = () => globalThis.crypto?.subtle !== undefined;

/**
 * Returns the bytes of a label and fields, each preceded by its length.
 * @param {string} label @param {(string | number | Uint8Array)[]} fields
 */
function frame(label, ...fields) {
  const parts = [LABEL + label, ...fields].map((field) => (field instanceof Uint8Array ? field : encoder.encode(String(field))));
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + 4 + length, 0));
  let at = 0;
  for (const part of parts) {
    new DataView(bytes.buffer).setUint32(at, part.length);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}

/** @param {ArrayBuffer | Uint8Array} bytes */
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} label @param {(string | number | Uint8Array)[]} fields */
const sha256 = async (label, ...fields) => hex(await crypto.subtle.digest("SHA-256", frame(label, ...fields)));

/** Returns canonical JSON: no white space, and sorted names. @param {any} value @returns {string} */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  // Names are sorted by their bytes in UTF-8, which is the order of their code points.
  const names = Object.keys(value).sort((one, other) => {
    const [left, right] = [[...one], [...other]].map((text) => text.map((sign) => sign.codePointAt(0) ?? 0));
    const index = left?.findIndex((code, n) => code !== right?.[n]) ?? -1;
    return index < 0 ? one.length - other.length : (left?.[index] ?? 0) - (right?.[index] ?? -1);
  });
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Everything that follows from the server's seed. */
class Chance {
  #key;
  #game;

  /** @param {CryptoKey} key @param {string} game */
  constructor(key, game) {
    this.#key = key;
    this.#game = game;
  }

  /** @param {Uint8Array<ArrayBuffer>} seed @param {string} game */
  static async create(seed, game) {
    const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Chance(key, game);
  }

  /** @param {string} label @param {(string | number)[]} fields */
  async mac(label, ...fields) {
    return new Uint8Array(await crypto.subtle.sign("HMAC", this.#key, frame(label, this.#game, ...fields)));
  }

  /** Returns draw `number` of the stream of public rolls, below a bound of at most 256. @param {string[]} seeds @param {number} number @param {number} bound */
  async draw(seeds, number, bound) {
    const limit = Math.floor(256 / bound) * bound;
    for (let block = 0; ; block += 1) {
      const found = (await this.mac("draw", ...seeds, "battle", number, block)).find((value) => value < limit);
      if (found !== undefined) return found % bound;
    }
  }
}

/**
 * The dice and coins of an event, in the order in which they were drawn: the number of faces, and the draw, from 0.
 * @param {RulesetRecord} rules
 * @param {Json} event
 * @param {Json} [before] Body of the last event of this type.
 * @returns {[number, number][]}
 */
function dice(rules, event, before) {
  if (event["type"] !== "first_player") return rules.dice?.(event, before) ?? [];
  return event["body"].rolls.flat().flatMap((/** @type {Json} */ roll) =>
    roll["dice"] ? roll["dice"].map((/** @type {number} */ face) => [6, face - 1]) : [[10, roll["face"] - 1]],
  );
}

/** @param {string} ruleset */
async function recordRules(ruleset) {
  const modules = RULESETS[/** @type {RulesetId} */ (ruleset)];
  if (modules === undefined) throw new Error(`the records of ${ruleset} are not known`);
  return await modules.record();
}

/**
 * Checks a record. Each check has a name, and says what is wrong.
 * @param {Json} record
 * @returns {Promise<Check[]>}
 */
export async function verify(record) {
  const { digest, ...rest } = record;
  const { game, revealed, events } = record;
  const rules = await recordRules(record["ruleset"]);
  const seed = Uint8Array.from(revealed.server_seed.match(/../g) ?? [], (/** @type {string} */ pair) => parseInt(pair, 16));
  const chance = await Chance.create(seed, game);
  const seeds = record["seat_seeds"].map((/** @type {Json} */ each) => each["seed"]);
  /** @type {[Check["name"], () => Promise<string | null>][]} */
  const checks = [
    ["digest", async () => differs(digest, await sha256("record", canonical(rest)))],
    ["seed", async () => differs(record["seed_commitment"], await sha256("seed", game, seed))],
    ["salts", () => first(revealed.seats, async ({ seat, salt }) => differs(salt, hex(await chance.mac("salt", seat)), seat))],
    ["placements", () => first(revealed.seats, async ({ seat, salt, placement, commitment }) =>
      differs(commitment, await sha256("placement", game, seat, salt, rules.sealed(placement)), seat))],
    ["seat_seeds", () => first(record["seat_seeds"], async ({ seat, seed, drawn }) =>
      drawn ? differs(seed, hex((await chance.mac("seat-seed", seat)).slice(0, 16)), seat) : null)],
    ["draws", () => draws(rules, events, chance, seeds)],
  ];
  const results = [];
  for (const [name, check] of checks) results.push({ name, fault: await check() });
  return results;
}

/** Checks every roll against the draws. @param {RulesetRecord} rules @param {Json[]} events @param {Chance} chance @param {string[]} seeds */
async function draws(rules, events, chance, seeds) {
  let count = 0;
  /** Body of the last event of each type. @type {Map<string, Json>} */
  const before = new Map();
  for (const event of events) {
    for (const [bound, value] of dice(rules, event, before.get(event["type"]))) {
      const drawn = await chance.draw(seeds, count, bound);
      if (drawn !== value) return `event ${event["seq"]}: ${value + 1}, not ${drawn + 1}`;
      count += 1;
    }
    if (event["drawn"] !== count) return `event ${event["seq"]}: ${event["drawn"]} draws, not ${count}`;
    before.set(event["type"], event["body"]);
  }
  return null;
}

/** @param {string} found @param {string} wanted @param {number} [seat] */
const differs = (found, wanted, seat) => (found === wanted ? null : `${seat === undefined ? "" : `${seat}: `}${found}, not ${wanted}`);

/** Returns the first fault. @param {any[]} items @param {(item: any) => Promise<string | null>} check */
async function first(items, check) {
  for (const item of items) {
    const fault = await check(item);
    if (fault !== null) return fault;
  }
  return null;
}
