// Checks that the libraries in api/web/vendor are the published ones, byte for byte.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

const vendor = new URL("../../api/web/vendor/", import.meta.url);
const modules = new URL("node_modules/", import.meta.url);

/** Published files by their names in the folder. */
const PUBLISHED = {
  "openapi-fetch.js": "openapi-fetch/dist/index.mjs",
  "openapi-fetch.d.ts": "openapi-fetch/dist/index.d.mts",
  "openapi-fetch.LICENSE.txt": "openapi-fetch/LICENSE",
  // The package has no file with its licence.
  "fluent-bundle.LICENSE.txt": "../../../LICENSE-APACHE",
  "openapi-typescript-helpers.d.ts": "openapi-typescript-helpers/dist/index.d.mts",
};

test("the libraries are the published ones", () => {
  const files = readdirSync(vendor, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name, parentPath } of files) {
    const path = `${parentPath}/${name}`.replace(/\/+/g, "/");
    const inside = path.slice(path.lastIndexOf("/vendor/") + "/vendor/".length);
    const published = PUBLISHED[inside] ?? inside.replace("fluent-bundle/", "@fluent/bundle/esm/");
    assert.deepEqual(readFileSync(path), readFileSync(new URL(published, modules)), inside);
  }
});
