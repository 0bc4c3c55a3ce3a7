// Sheets of a game, to print.
/** @import { Child } from "../../types.js" */
import { api, NetworkError, ok, ProblemError } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { has, t } from "../../lib/i18n.js";
import { expected, problem } from "../../lib/problem.js";
import { account, server } from "../../lib/session.js";

/** @param {any} screen @returns {Child} */
export function sheets(screen) {
  const { ui, game } = screen;
  const load = async () => {
    ui.sheetProblem = undefined;
    try {
      ui.sheets ??= (await ok(api.GET("/v1/games/{id}/sheets", { params: { path: { id: game.id } } }))).sheets;
    } catch (error) {
      ui.sheetProblem = expected(error);
    }
    screen.redraw();
  };
  // A link cannot send a token, so the file is fetched and opened from memory.
  const open = async (/** @type {string} */ href) => {
    const tab = window.open("", "_blank");
    ui.sheetProblem = undefined;
    try {
      const file = await fetchFile(new URL(href, new URL(server || location.origin)));
      if (tab === null) {
        ui.sheetProblem = t("sheets-blocked");
      } else {
        const address = URL.createObjectURL(file);
        tab.location = address;
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
      }
    } catch (error) {
      tab?.close();
      ui.sheetProblem = expected(error);
    }
    screen.redraw();
  };
  return h(
    "details",
    { key: "sheets", ontoggle: () => void load() },
    h("summary", {}, t("sheets-title")),
    problem(ui.sheetProblem),
    ui.sheets === undefined
      ? !ui.sheetProblem && h("p", {}, t("loading"))
      : h("ul", {}, ui.sheets.map((/** @type {import("../../types.js").Schemas["GameSheet"]} */ { kind, href, summary }) =>
          h("li", { key: kind }, h("button", { type: "button", onclick: () => void open(href) }, name(kind, summary))))),
  );
}

/** @param {URL} address */
async function fetchFile(address) {
  const lost = (/** @type {unknown} */ error) => {
    throw new NetworkError(String(error));
  };
  const answer = await fetch(address, { headers: { authorization: `Bearer ${account()?.token}` } }).catch(lost);
  if (!answer.ok) throw new ProblemError(answer.status, await answer.json().catch(() => undefined));
  return await answer.blob().catch(lost);
}

/** What a kind of sheet is called, in the language of the page if it is known here. @param {string} kind @param {string} summary @returns {Child} */
const name = (kind, summary) => (has(`game-sheet-${kind}`) ? t(`game-sheet-${kind}`) : h("span", { lang: "en" }, summary));
