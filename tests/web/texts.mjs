// Checks the texts of the pages: every language has each text with the same variables, and every text is used.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { FluentParser, Visitor } from "@fluent/syntax";

const web = new URL("../../api/web/", import.meta.url);
const read = (path) => readFileSync(new URL(path, web), "utf8");

/** Returns the texts of a language: for each id its variables. */
function texts(language) {
  const all = new Map();
  for (const file of readdirSync(new URL(`texts/${language}/`, web))) {
    for (const entry of new FluentParser().parse(read(`texts/${language}/${file}`)).body) {
      assert.notEqual(entry.type, "Junk", `texts/${language}/${file}: ${entry.content}`);
      if (entry.type !== "Message") continue;
      const variables = new Set();
      const visitor = new (class extends Visitor {
        visitVariableReference(node) {
          variables.add(node.id.name);
        }
      })();
      visitor.visit(entry);
      all.set(entry.id.name, [...variables].sort().join());
    }
  }
  return all;
}

const languages = readdirSync(new URL("texts/", web));
const english = texts("en");

for (const language of languages) {
  test(`${language} has every text, with the same variables`, () => {
    assert.deepEqual([...texts(language)].sort(), [...english].sort());
  });
}

test("every text that is used exists, and every text is used", () => {
  const sources = readdirSync(web, { recursive: true })
    .filter((name) => /\.(js|html)$/.test(name) && !name.startsWith("vendor"))
    .map(read)
    .join("\n");
  // Ids are written out, or begin with words that are: `reason-${reason}`.
  const whole = new Set([...sources.matchAll(/"([a-z][a-z0-9_]*(?:-[A-Za-z0-9_]+)*)"/g)].map(([, id]) => id));
  const begins = [...sources.matchAll(/`([a-z][a-z0-9_]*-[a-z0-9_-]*)\$\{/g)].map(([, begin]) => begin);
  // The form of the options makes its ids from the names in their schema.
  begins.push("option-");
  const called = [...sources.matchAll(/\bt\("([^"]+)"/g), ...sources.matchAll(/data-text="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(called.filter((id) => !english.has(id)), [], "these texts are missing");
  const unused = [...english.keys()].filter((id) => !whole.has(id) && !begins.some((begin) => id.startsWith(begin)));
  assert.deepEqual(unused, [], "nothing uses these texts");
});
