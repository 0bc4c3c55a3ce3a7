// Forms for the options of a game or a sheet, made from their JSON Schema.
/** @import { Child } from "../types.js" */
import { h } from "./dom.js";
import { has, t } from "./i18n.js";

/** @typedef {Record<string, any>} Schema */

/** Resolves references, and alternatives to null. @param {Schema} schema @param {Schema} root @returns {Schema} */
function resolve(schema, root) {
  if (schema["$ref"]) {
    const { $ref, ...rest } = schema;
    return { ...resolve(root["$defs"][$ref.split("/").at(-1)], root), ...rest };
  }
  const [only, ...more] = (schema["oneOf"] ?? schema["anyOf"] ?? []).filter((/** @type {Schema} */ each) => each["type"] !== "null");
  return only !== undefined && more.length === 0 ? { ...resolve(only, root), default: schema["default"] } : schema;
}

/** Returns a text about an option, or the name of the option. @param {string} id @param {string} otherwise */
const word = (id, otherwise) => (has(id) ? t(id) : otherwise.replaceAll("_", " "));

/**
 * Returns a field for each option that is a choice, a number, a text or a yes or no, and a group for an object.
 * @param {Schema} schema Schema of an object.
 * @param {Record<string, any>} values Chosen values, which the form changes. An option without a value has its default.
 * @param {() => void} redraw
 * @param {{ prefix: string, root?: Schema }} options `prefix` begins the ids of the texts.
 * @returns {Child}
 */
export function fields(schema, values, redraw, { prefix, root = schema }) {
  return Object.entries(/** @type {Record<string, Schema>} */ (schema["properties"] ?? {})).map(([name, raw]) => {
    const property = resolve(raw, root);
    const [id, label] = [`${prefix}-${name}`, word(`${prefix}-${name}`, name)];
    const set = (/** @type {any} */ value) => {
      if (value === undefined || value === "") delete values[name];
      else values[name] = value;
      redraw();
    };
    const value = values[name] ?? property["default"];
    const types = [property["type"]].flat();
    if (property["enum"]) {
      const options = property["enum"].map((/** @type {string} */ each) => h("option", { value: each }, word(`${id}-${each}`, each)));
      return h("label", { key: id }, label, h("select", { name, value: value ?? property["enum"][0], onchange: (/** @type {any} */ event) => set(event.target.value) }, options));
    }
    if (types.includes("boolean")) {
      const toggle = (/** @type {any} */ event) => set(event.target.checked);
      return h("label", { key: id, class: "check" }, h("input", { type: "checkbox", name, checked: value === true, onchange: toggle }), label);
    }
    if (types.includes("integer")) {
      const { minimum, maximum } = property;
      const change = (/** @type {any} */ event) => set(event.target.value === "" ? undefined : Number(event.target.value));
      return h("label", { key: id }, label, h("input", { type: "number", name, min: minimum, max: maximum, value: value ?? "", onchange: change }));
    }
    if (types.includes("string")) {
      return h("label", { key: id }, label, h("input", { name, value: value ?? "", pattern: property["pattern"], onchange: (/** @type {any} */ event) => set(event.target.value) }));
    }
    if (types.includes("object") && property["properties"]) {
      const inner = () => {
        values[name] ??= {};
        redraw();
      };
      return h("fieldset", { key: id, onchange: inner }, h("legend", {}, label), fields(property, (values[name] ??= {}), redraw, { prefix: id, root }));
    }
    const items = types.includes("array") ? resolve(property["items"], root) : undefined;
    if (items?.["properties"]) return list(property, items, values, name, redraw, { id, label, root });
    // Other lists, such as the rows of a given map, have no field.
    return null;
  });
}

/**
 * A list of objects, such as the ships of a fleet of one's own: the fields of each, and buttons to add and remove one.
 * @param {Schema} property @param {Schema} items @param {Record<string, any>} values @param {string} name
 * @param {() => void} redraw @param {{ id: string, label: string, root: Schema }} options
 */
function list(property, items, values, name, redraw, { id, label, root }) {
  /** @type {Record<string, any>[]} */
  const all = values[name] ?? [];
  const set = (/** @type {Record<string, any>[]} */ list) => {
    if (list.length === 0) delete values[name];
    else values[name] = list;
    redraw();
  };
  return h(
    "fieldset",
    { key: id },
    h("legend", {}, label),
    all.map((item, index) =>
      h(
        "fieldset",
        { key: index },
        fields(items, item, redraw, { prefix: id, root }),
        h("button", { type: "button", onclick: () => set(all.filter((each) => each !== item)) }, t("form-remove")),
      ),
    ),
    h("button", { type: "button", disabled: all.length >= (property["maxItems"] ?? 10), onclick: () => set([...all, {}]) }, t("form-add")),
  );
}
