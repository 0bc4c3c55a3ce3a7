// Holds the rules against a good document and against variants with one fault each:
//   node test.mjs LINTER FOLDER
// LINTER is Redocly's program. FOLDER is where the documents are written.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

const [linter, folder] = process.argv.slice(2);
const text = (description = "A text.") => ({ type: "string", description });
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const nullable = (name) => ({ oneOf: [ref(name), { type: "null" }], description: "One, or null." });
const object = (properties) => ({ type: "object", properties, required: Object.keys(properties) });
const json = (schema, example) => ({ "application/json": { schema, ...(example && { example }) } });
const tagged = (kind) => ({ type: "string", const: kind, description: "The kind." });

/** Returns a document that obeys every rule. */
function good() {
    const pet = { kind: "cat", lives: 9, born_at: "2026-05-01T10:00:00.000Z", class: "house", owner: null };
    return {
        openapi: "3.1.0",
        info: { title: "Pets", version: "1.0.0", license: { name: "MIT", identifier: "MIT" } },
        servers: [{ url: "/" }],
        security: [],
        tags: [{ name: "house pets", description: "Pets." }],
        paths: {
            "/pets/{pet_id}": {
                put: {
                    operationId: "put_pet",
                    summary: "Put a pet",
                    description: "Stores a pet.",
                    tags: ["house pets"],
                    parameters: [
                        { name: "pet_id", in: "path", required: true, description: "The id.", schema: { type: "string" } },
                        { name: "max_age", in: "query", description: "The age.", schema: { type: "integer", default: 3 } },
                        { name: "From", in: "header", description: "A header.", schema: { type: "string" } },
                    ],
                    requestBody: { required: true, content: json(ref("Pet"), pet) },
                    responses: {
                        200: { description: "The pet.", content: json(ref("Answer"), { pet, last: null, label: 3 }) },
                        404: { description: "There is none.", content: json(ref("Face")) },
                    },
                },
            },
        },
        components: {
            schemas: {
                Answer: object({ pet: ref("Pet"), last: nullable("Pet"), label: ref("Label") }),
                Label: { oneOf: [ref("Number"), ref("Word")], description: "A number, or a word." },
                Number: { type: "integer", description: "A number." },
                Word: text("A word."),
                Pet: {
                    description: "A pet.",
                    type: "object",
                    oneOf: [ref("Cat"), ref("Dog")],
                    discriminator: {
                        propertyName: "kind",
                        mapping: { cat: ref("Cat").$ref, dog: ref("Dog").$ref },
                    },
                },
                Base: object({
                    born_at: { type: ["string", "null"], format: "date-time", description: "When it was born." },
                    class: text(),
                    owner: { type: ["string", "null"], description: "The owner, or null." },
                }),
                Cat: {
                    allOf: [ref("Base"), object({ kind: tagged("cat"), lives: { type: "integer", description: "Lives." } })],
                },
                Dog: object({ kind: { ...tagged("dog"), const: undefined, enum: ["dog"] }, face: ref("Face") }),
                Face: { type: "string", enum: ["N", "2", "in_love", "cat.seen"], description: "A face.", examples: ["N"] },
            },
        },
    };
}

const operation = (document) => document.paths["/pets/{pet_id}"].put;
const schemas = (document) => document.components.schemas;
const properties = (document, change) => Object.assign(schemas(document).Dog.properties, change);
const extra = (document, name, schema) => {
    schemas(document)[name] = { description: "Another.", ...schema };
    operation(document).responses[410] = { description: "Gone.", content: json(ref(name)) };
};
// Redocly's own rules look for a parameter for each part of the path.
const rename = (document, name) => {
    document.paths = { [`/pets/{${name}}`]: document.paths["/pets/{pet_id}"] };
    document.paths[`/pets/{${name}}`].put.parameters[0].name = name;
};

// Each with the rule that must find it, a part of the message, and the change that makes the fault.
const faults = [
    ["reserved-words", "`delete` is a reserved", (d) => (operation(d).operationId = "delete")],
    ["reserved-words", "`did_set` is a reserved", (d) => (operation(d).operationId = "did_set"), "`didSet` is a reserved"],
    ["reserved-words", "`file` is a reserved", (d) => rename(d, "file")],
    ["reserved-words", "`from` is a reserved", (d) => (operation(d).parameters[1].name = "from")],
    ["reserved-words", "`Type` is a reserved", (d) => extra(d, "Type", object({ a: text() }))],
    ["reserved-words", "`Any` is a reserved", (d) => extra(d, "Any", object({ a: text() }))],
    ["reserved-properties", "`for` is a reserved word in", (d) => properties(d, { for: text() })],
    ["reserved-properties", "`throws` is a reserved word in Swift, Java", (d) => properties(d, { throws: text() })],
    ["case", "property `bornWhen`", (d) => properties(d, { bornWhen: text() })],
    ["case", "parameter `maxAge`", (d) => (operation(d).parameters[1].name = "maxAge")],
    ["case", "operationId `putPet`", (d) => (operation(d).operationId = "putPet")],
    ["case", "schema `small_pet`", (d) => extra(d, "small_pet", object({ a: text() }))],
    ["case", "tag `Pets`", (d) => (operation(d).tags[0] = d.tags[0].name = "Pets")],
    ["enum-values", "`In love`", (d) => (schemas(d).Face.enum[2] = "In love")],
    ["enum-values", "`Big`", (d) => properties(d, { size: { ...tagged("Big") } })],
    ["timestamps", "`born` is a date-time", (d) => properties(d, { born: { ...text(), format: "date-time" } })],
    [
        "timestamps",
        "`born` is a date-time",
        (d) => {
            schemas(d).When = { type: "string", format: "date-time", description: "When." };
            properties(d, { born: nullable("When") });
        },
    ],
    ["timestamps", "`looks_at` ends in", (d) => properties(d, { looks_at: text() })],
    ["descriptions", "property `size`", (d) => properties(d, { size: { type: "string" } })],
    ["descriptions", "property `size`", (d) => properties(d, { size: text(" ") })],
    ["descriptions", "parameter `max_age`", (d) => delete operation(d).parameters[1].description],
    ["descriptions", "The response", (d) => (operation(d).responses[404].description = "")],
    ["operations", "no description", (d) => delete operation(d).description],
    ["operations", "no tags", (d) => (operation(d).tags = [])],
    ["examples", "The request", (d) => delete operation(d).requestBody.content["application/json"].example],
    ["examples", "The response 200", (d) => delete operation(d).responses[200].content["application/json"].example],
    ["unions", "include a union", (d) => extra(d, "Wet", { allOf: [ref("Pet"), object({ a: text() })] })],
    [
        "unions",
        "include a union",
        (d) => extra(d, "Wet", { allOf: [{ oneOf: [ref("Cat"), { type: "null" }] }, object({ a: text() })] }),
    ],
    ["unions", "both an allOf", (d) => (schemas(d).Pet.allOf = [ref("Base")])],
    ["unions", "has no name", (d) => extra(d, "Name", { anyOf: [ref("Face"), { type: "integer" }] })],
    ["unions", "has no name", (d) => extra(d, "Name", { oneOf: [ref("Face"), ref("Cat"), { type: "null" }] })],
    ["unions", "no discriminator", (d) => delete schemas(d).Pet.discriminator],
    ["unions", "no discriminator", (d) => (schemas(d).Number.type = "number")],
    ["unions", "no discriminator", (d) => delete schemas(d).Pet.discriminator.mapping],
    ["unions", "does not lead to the variant", (d) => delete schemas(d).Pet.discriminator.mapping.dog],
    ["unions", "which is no variant", (d) => (schemas(d).Pet.discriminator.mapping.base = ref("Base").$ref)],
    ["unions", "for which the mapping names another", (d) => (schemas(d).Dog.properties.kind.enum = ["hound"])],
    ["unions", "does not fix `kind`", (d) => schemas(d).Dog.properties.kind.enum.push("hound")],
    ["unions", "does not require `kind`", (d) => schemas(d).Dog.required.shift()],
    ["defaults", "an object or an array", (d) => properties(d, { of: { type: "array", items: text(), default: [], description: "Of." } })],
];

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const files = [["good", good()]];
for (const [number, [, , change]] of faults.entries()) {
    const document = good();
    change(document);
    files.push([`fault-${number}`, document]);
}
for (const [name, document] of files) writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));

const config = join(import.meta.dirname, "redocly.yaml");
const names = files.map(([name]) => `${name}.json`);
const run = spawnSync(process.execPath, [linter, "lint", ...names, "--config", config, "--format=json"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
});
// The reports follow each other without a separator.
const reports = run.stdout.split(/(?<=^\})\s*(?=\{)/m).map((report) => JSON.parse(report));
assert.equal(reports.length, files.length, run.stderr);
const found = (at) => reports[at].problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);

test("the good document has no fault", () => assert.deepEqual(found(0), []));
for (const [number, [rule, part, , instead]] of faults.entries()) {
    test(`${rule}: ${part}`, () => {
        const problems = found(number + 1);
        assert.equal(problems.length, 1, problems.join("\n"));
        assert.ok(problems[0].startsWith(`naming/${rule}: `) && problems[0].includes(instead ?? part), problems[0]);
    });
}
