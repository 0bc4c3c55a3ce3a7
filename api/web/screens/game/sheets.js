// Sheets of a game, to print.
/** @import { Child } from "../../types.js" */
import { api, ok } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { account, server } from "../../lib/session.js";

/** @param {any} screen @returns {Child} */
export function sheets(screen) {
  const { ui, game } = screen;
  const load = async () => {
    ui.sheets ??= (await ok(api.GET("/v1/games/{id}/sheets", { params: { path: { id: game.id } } }))).sheets;
    screen.redraw();
  };
  // A link cannot send a token, so the file is fetched and opened from memory.
  const open = async (/** @type {string} */ href) => {
    const tab = window.open("", "_blank");
    const answer = await fetch(new URL(href, new URL(server || location.origin)), {
      headers: { authorization: `Bearer ${account()?.token}` },
    });
    if (answer.ok && tab !== null) {
      const address = URL.createObjectURL(await answer.blob());
      tab.location = address;
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      return;
    }
    tab?.close();
    ui.sheetProblem = answer.ok ? t("sheets-blocked") : (await answer.json()).detail;
    screen.redraw();
  };
  return h(
    "details",
    { key: "sheets", ontoggle: () => void load() },
    h("summary", {}, t("sheets-title")),
    ui.sheetProblem && h("p", { class: "problem", role: "alert" }, ui.sheetProblem),
    ui.sheets === undefined
      ? h("p", {}, t("loading"))
      : h("ul", {}, ui.sheets.map((/** @type {import("../../types.js").Schemas["GameSheet"]} */ { kind, href, summary }) =>
          h("li", { key: kind }, h("button", { type: "button", onclick: () => void open(href) }, summary)))),
  );
}
