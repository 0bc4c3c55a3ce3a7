// The player's own notes on a game.
/** @import { Child } from "../../types.js" */
import { api } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";

/** @param {any} screen @returns {Child} */
export function notes(screen) {
  const { ui, game } = screen;
  const path = { id: game.id };
  const load = async () => {
    if (ui.notes !== undefined) return;
    const { data, error, response } = await api.GET("/v1/games/{id}/notes", { params: { path } });
    // Without the notes on the screen, nothing can be saved over them.
    ui.notesSaved = error?.detail ?? "";
    if (data === undefined) return screen.redraw();
    ui.notes = data.text;
    ui.notesTag = response.headers.get("etag");
    screen.redraw();
  };
  const save = async () => {
    const header = ui.notesTag ? { "If-Match": ui.notesTag } : {};
    const answer = await api.PUT("/v1/games/{id}/notes", { params: { path, header }, body: { text: ui.notes } });
    ui.notesSaved = answer.response.status === 412 ? t("notes-changed") : answer.error ? answer.error.detail : t("notes-saved");
    if (answer.response.ok) ui.notesTag = answer.response.headers.get("etag");
    screen.redraw();
  };
  return h(
    "details",
    { key: "notes", ontoggle: () => void load() },
    h("summary", {}, t("notes-title")),
    ui.notes === undefined
      ? h("p", {}, t("loading"))
      : h("label", {}, t("notes-label"), h("textarea", { rows: 4, key: "notes-text", value: ui.notes, oninput: (/** @type {any} */ event) => (ui.notes = event.target.value) })),
    h("button", { type: "button", disabled: ui.notes === undefined, onclick: () => void save() }, t("notes-save")),
    h("span", { role: "status" }, ui.notesSaved ?? ""),
  );
}
