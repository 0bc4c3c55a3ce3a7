// Errors of requests in words: what kind of error it is in the language of the page, then what the server says about it,
// which is in English.
/** @import { Child } from "../types.js" */
import { NetworkError, ProblemError } from "./api.js";
import { h } from "./dom.js";
import { has, language, t } from "./i18n.js";

/** Something that went wrong, to be shown: an error of a request, or a text. @typedef {ProblemError | NetworkError | string | undefined} Trouble */

/** Returns an error of a request, and throws every other error again. @param {unknown} error */
export function expected(error) {
  if (error instanceof ProblemError || error instanceof NetworkError) return error;
  throw error;
}

/** What went wrong. @param {Trouble} trouble @returns {Child} */
export function words(trouble) {
  if (trouble instanceof NetworkError) return t("network-lost");
  if (!(trouble instanceof ProblemError)) return trouble;
  const kind = `problem-${trouble.problem?.type.split("/").at(-1)}`;
  const sentence = t(has(kind) ? kind : "problem-other");
  // A proxy in front of the server explains nothing.
  if (trouble.problem === undefined) return `${sentence} (${trouble.status})`;
  return language === "en" ? trouble.message : [sentence, " (", h("span", { lang: "en" }, trouble.message), ")"];
}

/** A paragraph that says what went wrong, or nothing. @param {Trouble} trouble @returns {Child} */
export function problem(trouble) {
  return trouble !== undefined && trouble !== "" && h("p", { class: "problem", role: "alert", key: "problem" }, words(trouble));
}
