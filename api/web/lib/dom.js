// Elements, and updates of a part of the page that keep the focus, the caret and the scroll position.
/** @import { Child } from "../types.js" */

/** Event handlers and the value with which `h` has created an element. @type {WeakMap<Element, Record<string, any>>} */
const properties = new WeakMap();

/**
 * Creates an element. An attribute that is false, null or undefined is left out. `on…` is an event handler. `key`
 * identifies an element among its siblings, so that an update recognises it.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  /** @type {Record<string, any>} */
  const own = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") || name === "value") own[name] = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  properties.set(element, own);
  // The options of a list must exist before one is chosen.
  element.append(...nodes(children));
  Object.assign(element, own);
  return element;
}

/**
 * Flattens children into nodes.
 * @param {Child[]} children
 * @returns {Node[]}
 */
function nodes(children) {
  return children.flat(9).flatMap((child) => {
    if (child === false || child === null || child === undefined || child === "") return [];
    return child instanceof Node ? [child] : [document.createTextNode(String(child))];
  });
}

/**
 * Changes the content of an element to these children. Elements that are there already stay, and get the new
 * attributes and handlers.
 * @param {Element} parent
 * @param {Child[]} children
 */
export function show(parent, ...children) {
  reconcile(parent, nodes(children));
}

/** @param {Element} parent @param {Node[]} wanted */
function reconcile(parent, wanted) {
  let at = parent.firstChild;
  for (const node of wanted) {
    const key = keyOf(node);
    const known = key === null ? at : ([...parent.children].find((child) => keyOf(child) === key) ?? null);
    if (known !== null && isSame(known, node)) {
      if (known !== at) parent.insertBefore(known, at);
      else at = at.nextSibling;
      patch(known, node);
    } else {
      parent.insertBefore(node, at);
    }
  }
  while (at !== null) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** @param {Node} node */
function keyOf(node) {
  return node instanceof Element ? node.getAttribute("key") : null;
}

/** @param {Node} known @param {Node} node */
function isSame(known, node) {
  return known.nodeName === node.nodeName && keyOf(known) === keyOf(node);
}

/** @param {Node} known @param {Node} node */
function patch(known, node) {
  if (!(known instanceof Element && node instanceof Element)) {
    if (known.nodeValue !== node.nodeValue) known.nodeValue = node.nodeValue;
    return;
  }
  for (const { name } of [...known.attributes]) {
    // Details stay as the user has left them.
    if (!node.hasAttribute(name) && name !== "open") known.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (known.getAttribute(name) === value || name === "open") continue;
    // The content security policy forbids styles as attributes.
    if (name === "style") Reflect.get(known, "style").cssText = value;
    else known.setAttribute(name, value);
  }
  reconcile(known, [...node.childNodes]);
  const [old, own] = [properties.get(known) ?? {}, properties.get(node) ?? {}];
  for (const name of Object.keys(old)) if (name !== "value") Reflect.set(known, name, own[name] ?? null);
  for (const [name, value] of Object.entries(own)) {
    // What the user has typed or chosen stays, unless the page is drawn with another value.
    if (name !== "value" || value !== old["value"]) Reflect.set(known, name, value);
  }
  properties.set(known, own);
}

/**
 * Returns the element with this id, which the page must have.
 * @param {string} id
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return element;
}

/**
 * Loads the look of a ruleset, in place of that of another one.
 * @param {string} ruleset
 * @returns {Promise<void>}
 */
export function loadStyle(ruleset) {
  const href = new URL(`../styles/${ruleset}.css`, import.meta.url).href;
  const known = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[data-ruleset]"));
  if (known?.href === href) return Promise.resolve();
  const link = h("link", { rel: "stylesheet", href, "data-ruleset": ruleset });
  document.head.append(link);
  return new Promise((resolve) => {
    // A page without its colours is better than no page.
    link.onload = link.onerror = () => {
      known?.remove();
      resolve();
    };
  });
}

/** Lets the link that skips the menu move the focus, without changing the address. */
export function enableSkipLink() {
  const link = document.querySelector("a.skip");
  link?.addEventListener("click", (event) => {
    event.preventDefault();
    byId("screen").focus();
  });
}

/** Number of lines that wait for a screen reader. */
const MOST_LINES = 8;

/** Says something to screen readers, after what they still have to say. @param {string} text */
export function announce(text) {
  const region = byId("announcer");
  // The same text again is read only if the element is new.
  region.append(h("p", {}, text));
  while (region.children.length > MOST_LINES) region.firstChild?.remove();
}
