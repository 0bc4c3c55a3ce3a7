// Tests the check of records in the browser, api/web/lib/verify.js, on the records of the corpus and on forged ones.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { canonical, verify } from "../../api/web/lib/verify.js";
import { NAMES } from "../../api/web/rulesets/index.js";

const folder = new URL("../corpora/logs/", import.meta.url);
const records = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => ({ name, record: JSON.parse(readFileSync(new URL(name, folder), "utf8")) }));

/** Ways to forge a record, with the check that notices it. */
const FORGERIES = {
  digest: (record) => (record.events.at(-1).at = "2031-01-01T00:00:00.000Z"),
  seed: (record) => (record.seed_commitment = "0".repeat(64)),
  salts: (record) => (record.revealed.seats[0].salt = "0".repeat(64)),
  placements: (record) => {
    // The first text of the placement, however deep.
    let part = record.revealed.seats[0].placement;
    let name = Object.keys(part)[0];
    while (typeof part[name] === "object") [part, name] = [part[name], Object.keys(part[name])[0]];
    part[name] += "x";
  },
  seat_seeds: (record) => {
    const seat = record.seat_seeds.find(({ drawn }) => drawn);
    if (!seat) return false;
    seat.seed = "0".repeat(32);
    return true;
  },
  draws: (record) => {
    const rolled = record.events.find(({ drawn }) => drawn > 0);
    if (!rolled) return false;
    for (const event of record.events) {
      const { rolls, throws, dice } = event.body;
      const die = rolls?.flat()[0] ?? throws?.[0];
      if (die?.face) die.face = (die.face % 10) + 1;
      else if (die?.dice) die.dice[0] = (die.dice[0] % 6) + 1;
      else if (dice?.[0]?.face) dice[0].face = dice[0].face === "A" ? "2" : "A";
      else continue;
      return true;
    }
    return false;
  },
};

test("the corpus has records of all rulesets", () => {
  const rulesets = new Set(records.map(({ record }) => record.ruleset));
  assert.deepEqual([...rulesets].sort(), [...NAMES].sort());
});

for (const { name, record } of records) {
  test(`${name} is valid, and forgeries are noticed`, async () => {
    for (const check of await verify(record)) assert.equal(check.fault, null, check.name);
    for (const [wanted, forge] of Object.entries(FORGERIES)) {
      const forged = structuredClone(record);
      if (forge(forged) === false) continue;
      const faults = (await verify(forged)).filter(({ fault }) => fault !== null).map(({ name }) => name);
      assert.ok(faults.includes(wanted), `${wanted}: ${faults.join(", ")}`);
    }
  });
}

test("names in canonical JSON are sorted by their bytes", () => {
  assert.equal(canonical({ b: 1, "\u{1F600}": 2, "\uFFFD": 3, a: [true, null, "\u0001\""], ab: {} }), '{"a":[true,null,"\\u0001\\""],"ab":{},"b":1,"\uFFFD":3,"\u{1F600}":2}');
});
