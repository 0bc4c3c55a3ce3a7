// A check of the record of a finished game, as docs/fairness.md specifies it: the hashes, the commitments and all dice.
// It runs in the browser and shares no code with the server. It does not replay the moves: for that, the server has
// `POST /v1/verify`, and its program `broadside verify`.

/**
 * @typedef {object} Check
 * @property {"digest" | "seed" | "salts" | "placements" | "seat_seeds" | "draws"} name
 * @property {string | null} fault What is wrong; null if nothing is.
 */

/** @typedef {Record<string, any>} Json */

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

/** The text of a placement to which the server has committed. @param {string} ruleset @param {Json} placement */
function sealed(ruleset, placement) {
  /** @type {Json[]} */
  const ships = placement["ships"] ?? [];
  switch (ruleset) {
    case "satellite":
      return placement["buildings"].map((/** @type {Json} */ each) => [each["building"], ...each["cells"]].join(" ")).join("\n");
    case "solo":
      return ships.map((ship) => [ship["suit"], ship["class"], ship["at"], ship["heading"]].join(" ")).join("\n");
    case "classic":
    case "advanced":
    case "voices": {
      const lines = ships.map((ship) => [ship["class"], ship["at"], ship["heading"]].join(" "));
      for (const weapon of placement["weapons"] ?? []) {
        lines.push([weapon["kind"], weapon["at"], weapon["order"]].filter(Boolean).join(" "));
      }
      if (ruleset === "voices") {
        const { battle, tactical, voice } = placement;
        lines.push(`battle ${battle}`, `tactical ${tactical}`, `voice ${voice.row} ${voice.column}`);
      }
      return lines.join("\n");
    }
    default:
      throw new Error(`the text of a placement of ${ruleset} is not known`);
  }
}

const FACES = ["N", "A", "2", "3", "4", "5"];

/**
 * The dice and coins of an event, in the order in which they were drawn: the number of faces, and the draw, from 0.
 * @param {string} ruleset
 * @param {Json} event
 * @param {number[]} before The dice of a turn of `satellite` before this roll.
 * @returns {[number, number][]}
 */
function dice(ruleset, { type, body }, before) {
  switch (type) {
    case "first_player":
      return body.rolls.flat().flatMap((/** @type {Json} */ roll) =>
        roll["dice"] ? roll["dice"].map((/** @type {number} */ face) => [6, face - 1]) : [[10, roll["face"] - 1]],
      );
    case "arsenals_empty":
      return body.rolls.flat().flatMap((/** @type {Json} */ roll) => roll["dice"].map((/** @type {number} */ face) => [6, face - 1]));
    case "rolled":
      if (ruleset === "satellite") {
        return body.dice.flatMap((/** @type {number} */ face, /** @type {number} */ place) =>
          body.keep.includes(place + 1) && before[place] === face ? [] : [[6, face - 1]],
        );
      }
      return body.throws.flatMap((/** @type {Json} */ each) => [[10, each["first"] - 1], [10, each["second"] - 1]]);
    case "fired":
      if (ruleset === "voices") return body.throws.flatMap((/** @type {Json} */ each) => [[10, each["first"] - 1], [10, each["second"] - 1]]);
      if (ruleset === "solo") {
        return [...body.dice.map((/** @type {Json} */ die) => [6, FACES.indexOf(die["face"])]), [2, body.coin === "heads" ? 0 : 1]];
      }
      return [];
    default:
      return [];
  }
}

/**
 * Checks a record. Each check has a name, and says what is wrong.
 * @param {Json} record
 * @returns {Promise<Check[]>}
 */
export async function verify(record) {
  const { digest, ...rest } = record;
  const { game, ruleset, revealed, events } = record;
  const seed = Uint8Array.from(revealed.server_seed.match(/../g) ?? [], (/** @type {string} */ pair) => parseInt(pair, 16));
  const chance = await Chance.create(seed, game);
  const seeds = record["seat_seeds"].map((/** @type {Json} */ each) => each["seed"]);
  /** @type {[Check["name"], () => Promise<string | null>][]} */
  const checks = [
    ["digest", async () => differs(digest, await sha256("record", canonical(rest)))],
    ["seed", async () => differs(record["seed_commitment"], await sha256("seed", game, seed))],
    ["salts", () => first(revealed.seats, async ({ seat, salt }) => differs(salt, hex(await chance.mac("salt", seat)), seat))],
    ["placements", () => first(revealed.seats, async ({ seat, salt, placement, commitment }) =>
      differs(commitment, await sha256("placement", game, seat, salt, sealed(ruleset, placement)), seat))],
    ["seat_seeds", () => first(record["seat_seeds"], async ({ seat, seed, drawn }) =>
      drawn ? differs(seed, hex((await chance.mac("seat-seed", seat)).slice(0, 16)), seat) : null)],
    ["draws", () => draws(ruleset, events, chance, seeds)],
  ];
  const results = [];
  for (const [name, check] of checks) results.push({ name, fault: await check() });
  return results;
}

/** Checks every roll against the draws. @param {string} ruleset @param {Json[]} events @param {Chance} chance @param {string[]} seeds */
async function draws(ruleset, events, chance, seeds) {
  let count = 0;
  /** @type {number[]} */
  let before = [];
  for (const event of events) {
    for (const [bound, value] of dice(ruleset, /** @type {any} */ (event), before)) {
      const drawn = await chance.draw(seeds, count, bound);
      if (drawn !== value) return `event ${event["seq"]}: ${value + 1}, not ${drawn + 1}`;
      count += 1;
    }
    if (event["drawn"] !== count) return `event ${event["seq"]}: ${event["drawn"]} draws, not ${count}`;
    if (event["type"] === "rolled" && ruleset === "satellite") before = event["body"].dice;
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
