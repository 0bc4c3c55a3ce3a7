// The player's own notes on a game.
/** @import { Child } from "../../types.js" */
import { api, ok, ProblemError } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { expected, problem } from "../../lib/problem.js";

/** @param {any} screen @returns {Child} */
export function notes(screen) {
  const { ui, game } = screen;
  const path = { id: game.id };
  const load = async () => {
    if (ui.notes !== undefined) return;
    ui.notesProblem = undefined;
    try {
      const answer = api.GET("/v1/games/{id}/notes", { params: { path } });
      ui.notes = (await ok(answer)).text;
      ui.notesTag = (await answer).response.headers.get("etag");
    } catch (error) {
      // Without the notes on the screen, nothing can be saved over them.
      ui.notesProblem = expected(error);
    }
    screen.redraw();
  };
  const save = async () => {
    const header = ui.notesTag ? { "If-Match": ui.notesTag } : {};
    report("");
    try {
      const answer = api.PUT("/v1/games/{id}/notes", { params: { path, header }, body: { text: ui.notes } });
      await ok(answer);
      ui.notesTag = (await answer).response.headers.get("etag");
      report(t("notes-saved"));
    } catch (error) {
      const isChanged = error instanceof ProblemError && error.status === 412;
      report("", isChanged ? t("notes-changed") : expected(error));
    }
  };
  /** @param {string} saved @param {import("../../lib/problem.js").Trouble} [trouble] */
  const report = (saved, trouble) => {
    Object.assign(ui, { notesSaved: saved, notesProblem: trouble });
    screen.redraw();
  };
  const type = (/** @type {any} */ event) => {
    ui.notes = event.target.value;
    // What was saved is another text.
    if (ui.notesSaved) report("");
  };
  return h(
    "details",
    { key: "notes", ontoggle: () => void load() },
    h("summary", {}, t("notes-title")),
    ui.notes === undefined
      ? !ui.notesProblem && h("p", {}, t("loading"))
      : h("label", {}, t("notes-label"), h("textarea", { rows: 4, key: "notes-text", value: ui.notes, oninput: type })),
    problem(ui.notesProblem),
    h("button", { type: "button", disabled: ui.notes === undefined, onclick: () => void save() }, t("notes-save")),
    h("span", { role: "status" }, ui.notesSaved ?? ""),
  );
}
