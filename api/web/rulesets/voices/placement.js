// The editor of a placement: the fleet, the matrices that sound the two maps, and the voice.
/** @import { Child, PlacementOf, Play, Schemas } from "../../types.js" */
import { api, ok, untilAnswered } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { fleetLayout, shipsOf } from "../../lib/fleet.js";
import { t } from "../../lib/i18n.js";
import { editor, isComplete } from "../../lib/pieces.js";
import { sends } from "../../lib/send.js";
import { whileOpen } from "./latest.js";
import { inWords } from "./phones.js";

const ROWS = /** @type {const} */ (["left", "right", "dice"]);
const COLUMNS = /** @type {const} */ (["top", "bottom", "dice"]);

/** What the player has chosen besides the ships; "" lets the dice draw. @typedef {{ battle: string, tactical: string, row: typeof ROWS[number], column: typeof COLUMNS[number] }} Chosen */

/** @param {Play<"voices">} play @param {(placement: PlacementOf<"voices">) => void} submit @returns {Child} */
export function placement(play, submit) {
  const { game, seat, ui, redraw } = play;
  const { view } = game;
  const known = view.maps.find((maps) => maps.seat === seat);
  const ships = view.waters.find((waters) => waters.seat === seat)?.ships;
  ui["layout"] ??= fleetLayout({ fleet: view.fleet, columns: 10, rows: 10, ships });
  ui["chosen"] ??= {
    battle: String(known?.battle.matrix ?? ""),
    tactical: String(known?.tactical.matrix ?? ""),
    row: known?.voice.row ?? "dice",
    column: known?.voice.column ?? "dice",
  };
  /** @type {Chosen} */
  const chosen = ui["chosen"];
  const matrices = matricesOf(play);
  const layout = ui["layout"];
  const rows = matrices.find(({ name }) => name === chosen.battle)?.rows;
  layout.ground = (/** @type {number} */ column, /** @type {number} */ row) => {
    const phone = rows?.[row]?.[column];
    return phone === undefined ? { label: t("cell-empty") } : { label: inWords(phone), content: phone };
  };
  /** @param {keyof Chosen} name @param {Child[]} options */
  const field = (name, options) =>
    h("label", { key: name }, t(`voices-${name}`), h("select", { name, value: chosen[name], onchange: (/** @type {any} */ event) => { Object.assign(chosen, { [name]: event.target.value }); redraw(); } }, options));
  /** @param {"battle" | "tactical"} name */
  const matrix = (name) => {
    const names = matrices.map((each) => each.name);
    // The name of a matrix of the player's own is its recipe.
    const own = chosen[name] !== "" && !names.includes(chosen[name]) ? [h("option", { value: chosen[name] }, chosen[name])] : [];
    const options = matrices.map((each) =>
      h("option", { value: each.name }, [each.name, each.sound_word, each.phones.map(({ phone }) => phone).join(" ")].filter(Boolean).join(" · ")));
    return field(name, [h("option", { value: "" }, t("voices-drawn")), ...own, ...options]);
  };
  const send = () => {
    const { battle, tactical, row, column } = chosen;
    submit({ ships: shipsOf(layout), battle: matrixName(battle), tactical: matrixName(tactical), voice: { row, column } });
  };
  return [
    h("h2", { class: "hidden" }, t("place-pieces")),
    editor(layout, redraw),
    h(
      "div",
      { class: "sounding", key: "sounding" },
      h("fieldset", {}, h("legend", {}, t("voices-matrices")), h("p", { class: "hint" }, t("voices-matrices-hint")), matrix("battle"), matrix("tactical")),
      h(
        "fieldset",
        {},
        h("legend", {}, t("voices-voice")),
        h("p", { class: "hint" }, t("voices-voice-hint")),
        field("row", ROWS.map((edge) => h("option", { value: edge }, t(`voices-row-${edge}`)))),
        field("column", COLUMNS.map((edge) => h("option", { value: edge }, t(`voices-column-${edge}`)))),
      ),
    ),
    h("button", { type: "button", class: "primary", ...sends(play.isSending, send, isComplete(layout)) }, t("place-send")),
  ];
}

/** The ten game-matrices; none until they are loaded. @param {Play<"voices">} play @returns {Schemas["Matrix"][]} */
function matricesOf({ ui, redraw }) {
  if (ui["matrices"] === undefined) {
    ui["matrices"] = [];
    const draw = whileOpen(redraw);
    void ok(untilAnswered(() => api.GET("/v1/matrices", {}))).then(({ matrices }) => {
      ui["matrices"] = matrices;
      draw();
    });
  }
  return ui["matrices"];
}

/** @param {string} chosen @returns {Schemas["MatrixName"] | null} */
function matrixName(chosen) {
  if (chosen === "") return null;
  return /^\d+$/u.test(chosen) ? Number(chosen) : chosen;
}
