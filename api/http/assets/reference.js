"use strict";
// Shows the document with RapiDoc. The page follows the colours of the system, filters while one types, keeps the way back, and has a
// menu on narrow screens.

const reference = document.querySelector("rapi-doc");
const button = document.querySelector("header button");

const COLOURS = {
  light: { "bg-color": "#ffffff", "text-color": "#222222", "primary-color": "#173f5f", "nav-bg-color": "#f3f5f7",
    "nav-text-color": "#333333", "nav-hover-bg-color": "#e3e8ec", "nav-hover-text-color": "#173f5f",
    "nav-accent-color": "#173f5f", "nav-accent-text-color": "#ffffff" },
  dark: { "bg-color": "#16191c", "text-color": "#dddddd", "primary-color": "#8fc1e3", "nav-bg-color": "#1d2125",
    "nav-text-color": "#cccccc", "nav-hover-bg-color": "#2b3137", "nav-hover-text-color": "#ffffff",
    "nav-accent-color": "#8fc1e3", "nav-accent-text-color": "#16191c" },
};

const dark = matchMedia("(prefers-color-scheme: dark)");
function colour() {
  const theme = dark.matches ? "dark" : "light";
  reference.setAttribute("theme", theme);
  for (const [name, value] of Object.entries(COLOURS[theme])) {
    reference.setAttribute(name, value);
  }
}
colour();
dark.addEventListener("change", colour);

function list(shown) {
  reference.classList.toggle("listing", shown);
  button.setAttribute("aria-expanded", String(shown));
}
button.hidden = false;
button.addEventListener("click", () => list(!reference.classList.contains("listing")));

// RapiDoc resolves all references of a document before it shows anything, which takes it many seconds. It gets the document without
// forms, and the forms of each operation when it asks for them.

const KEPT = ["tags", "summary", "description", "operationId", "security", "deprecated"];

/** The operations of paths or webhooks, without their forms. */
function outline(paths = {}) {
  const kept = (operation) => Object.fromEntries(KEPT.filter((key) => key in operation).map((key) => [key, operation[key]]));
  const each = (item) => Object.entries(item).map(([method, operation]) => [method, { ...kept(operation), responses: {} }]);
  return Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, Object.fromEntries(each(item))]));
}

/** A part of the document with what its references name. A form within itself is named, and not shown again. */
function resolved(all, part, open = []) {
  if (Array.isArray(part)) {
    return part.map((each) => resolved(all, each, open));
  }
  if (part === null || typeof part !== "object") {
    return part;
  }
  const { $ref: reference, ...beside } = part;
  const own = Object.fromEntries(Object.entries(beside).map(([key, each]) => [key, resolved(all, each, open)]));
  if (typeof reference !== "string") {
    return own;
  }
  const steps = reference.slice(2).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (open.includes(reference)) {
    return { type: "object", description: `${steps.at(-1)}, as above.`, ...own };
  }
  const named = steps.reduce((at, step) => at[step], all);
  return { ...resolved(all, named, [...open, reference]), ...own };
}

/** Gives the operations that RapiDoc knows their forms. */
function fill(all, tags) {
  for (const operation of tags.flatMap((tag) => tag.paths)) {
    const source = (operation.isWebhook ? all.webhooks : all.paths)[operation.path][operation.method];
    for (const [key, none] of [["parameters", []], ["requestBody", undefined], ["responses", {}]]) {
      let value;
      const get = () => (value ??= resolved(all, source[key] ?? none));
      Object.defineProperty(operation, key, { get, enumerable: true });
    }
  }
}

async function show() {
  const all = await (await fetch("/openapi.json")).json();
  reference.addEventListener("spec-loaded", ({ detail }) => fill(all, detail.tags));
  const { components, paths, webhooks, ...rest } = all;
  const { securitySchemes } = components;
  await reference.loadSpec({ ...rest, components: { securitySchemes }, paths: outline(paths), webhooks: outline(webhooks) });
}

const within = new CSSStyleSheet();
within.replaceSync("#api-info { margin-left: 0 } .nav-bar-path > span > span { flex: none }");

customElements.whenDefined("rapi-doc").then(() => {
  reference.shadowRoot.adoptedStyleSheets.push(within);
  reference.shadowRoot.addEventListener("input", (event) => {
    if (event.target.id === "nav-bar-search") {
      reference.onSearchChange(event);
    }
  });
  // RapiDoc lets no click leave its menu, so this listens on the way in.
  const chosen = (event) => event.target.closest("[data-action=navigate]") && list(false);
  reference.shadowRoot.addEventListener("click", chosen, true);
  // RapiDoc replaces the address at each step: this way each has an entry of its own in the history.
  reference.replaceHistoryState = (id) => {
    const hash = `#${id}`;
    if (location.hash !== hash) {
      history[location.hash ? "pushState" : "replaceState"](null, "", hash);
    }
  };
  show();
});
