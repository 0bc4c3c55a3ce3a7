// Texts in the language of the reader, from Fluent files in `texts/LANGUAGE/SUBJECT.ftl`.
import { FluentBundle, FluentResource } from "../vendor/fluent-bundle/index.js";

const LANGUAGES = ["en", "it"];
const CHOICE = "broadside:language";

/** Language of the page: the reader's choice, or the first language of the browser that exists here. */
export const language = LANGUAGES.find((known) => known === localStorage.getItem(CHOICE)) ?? preferred();

const bundle = new FluentBundle(language, { useIsolating: false });
/** Subjects whose texts are loaded, or on the way. @type {Map<string, Promise<void>>} */
const subjects = new Map();

function preferred() {
  const codes = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return codes.find((code) => LANGUAGES.includes(code)) ?? "en";
}

/** Chooses a language, and loads the page again. @param {string} code */
export function choose(code) {
  localStorage.setItem(CHOICE, code);
  location.reload();
}

/** The languages that the reader can choose. */
export const languages = LANGUAGES;

/**
 * Loads the texts about some subjects.
 * @param {string[]} names
 */
export async function load(...names) {
  document.documentElement.lang = language;
  const missing = names.filter((name) => !subjects.has(name));
  for (const name of missing) {
    const file = new URL(`../texts/${language}/${name}.ftl`, import.meta.url);
    const read = async () => {
      const answer = await fetch(file);
      if (!answer.ok) throw new Error(`${file.pathname}: status ${answer.status}`);
      const source = new FluentResource(await answer.text());
      // Rulesets share some texts, such as the names of ships.
      for (const error of bundle.addResource(source, { allowOverrides: true })) console.error(error);
    };
    const reading = read();
    subjects.set(name, reading);
    // What has failed is tried again the next time.
    reading.catch(() => subjects.delete(name));
  }
  await Promise.all(names.map((name) => subjects.get(name)));
}

/**
 * Returns a text. Numbers and texts in `values` are its variables.
 * @param {string} id
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(id, values) {
  const pattern = bundle.getMessage(id)?.value;
  if (!pattern) {
    console.error(`there is no text ${id} in ${language}`);
    return id;
  }
  return bundle.formatPattern(pattern, values ?? null);
}

/** Returns whether a text exists. @param {string} id */
export function has(id) {
  return bundle.hasMessage(id);
}

/** Joins words as in a sentence: "A, B and C". @param {string[]} words */
export function list(words) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}

/** Replaces the texts of all elements with the attribute `data-text`. @param {ParentNode} root */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-text]")) element.textContent = t(element.getAttribute("data-text") ?? "");
}
