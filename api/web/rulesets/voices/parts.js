// Forms for the player's own part of the score: directions, and the edges from which answers sound.
/** @import { Child, Play, Schemas } from "../../types.js" */
/** @import { Item } from "./phones.js" */
import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { sends } from "../../lib/send.js";
import { change } from "./latest.js";
import { choiceOf } from "./moves.js";

/** Forms for the parts of a shot that the player sounds. @param {Play<"voices">} play @param {number} shot @param {Item[]} items @returns {Child} */
export function parts(play, shot, items) {
  const { legal, seat } = play;
  const [direct, voice] = [choiceOf(legal, "direct"), choiceOf(legal, "set_voice")];
  const call = items.find((item) => item.type === "call" && item.seat === seat);
  const answer = items.find((item) => item.type === "answer" && item.seat === seat);
  const forms = [
    call?.type === "call" && direct?.calls.includes(shot) && direction(play, "call", shot, call.direction, direct.max_length),
    answer?.type === "answer" && direct?.answers.includes(shot) && direction(play, "answer", shot, answer.direction, direct.max_length),
    answer?.type === "answer" && voice?.for_shot.includes(shot) && edges(play, voice, { row: answer.row.from, column: answer.column.from }, shot),
  ];
  if (!forms.some(Boolean)) return null;
  // During the battle, the maps are more urgent.
  const isOpen = play.game.status === "finished";
  return h("details", { key: "parts", open: isOpen }, h("summary", {}, t("voices-parts")), h("div", { class: "parts", key: `parts-${shot}` }, forms));
}

/** What holds for all later answers and rolls. @param {Play<"voices">} play @returns {Child} */
export function standing(play) {
  const { game, legal, seat } = play;
  const known = game.view.maps.find((maps) => maps.seat === seat);
  const [voice, axes] = [choiceOf(legal, "set_voice"), choiceOf(legal, "choose_axes")];
  if (known === undefined || game.status !== "playing" || (voice === undefined && axes === undefined)) return null;
  return h(
    "details",
    { key: "standing" },
    h("summary", {}, t("voices-standing")),
    h(
      "div",
      { class: "parts" },
      voice && edges(play, voice, known.voice),
      axes !== undefined && axes.cells === undefined &&
        h("fieldset", { key: "axes" }, h("legend", {}, t("voices-axes")), h("p", { class: "buttons" },
          axes.first_die.map((axis) => h("button", { type: "button", key: axis, "aria-pressed": String(axis === known.first_die), ...sends(play.isSending, () => void save(play, [{ type: "choose_axes", first_die: axis }])) }, t(`voices-axis-${axis}`))))),
    ),
  );
}

/** @param {Play<"voices">} play @param {Parameters<typeof change>[1]} actions */
async function save(play, actions) {
  if (await change(play, actions)) announce(t("voices-saved"));
}

/** @param {Play<"voices">} play @param {Schemas["VoicesPart"]} part @param {number} shot @param {string | null} text @param {number} length */
function direction(play, part, shot, text, length) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    void save(play, [{ type: "direct", part, shot, text: event.target.elements.text.value.trim() }]);
  };
  return h(
    "form",
    { key: `${part}-${shot}`, onsubmit: submit },
    h("label", {}, t(`voices-direct-${part}`), h("input", { name: "text", maxlength: length, autocomplete: "off", value: text ?? "" })),
    h("button", { "aria-disabled": play.isSending ? "true" : null }, t("voices-save")),
  );
}

/** Edges of the answer to a shot, or of all later answers. @param {Play<"voices">} play @param {Schemas["VoicesChoiceSetVoice"]} choice @param {Schemas["VoicesVoice"]} voice @param {number} [shot] */
function edges(play, choice, voice, shot) {
  const submit = (/** @type {any} */ event) => {
    event.preventDefault();
    const { row, column } = event.target.elements;
    void save(play, [{ type: "set_voice", row: row.value, column: column.value, ...(shot !== undefined && { for_shot: shot }) }]);
  };
  return h(
    "form",
    { key: `voice-${shot ?? "standing"}`, onsubmit: submit },
    h(
      "fieldset",
      {},
      h("legend", {}, shot === undefined ? t("voices-voice-later") : t("voices-voice-shot", { shot })),
      h("p", { class: "hint" }, shot === undefined ? t("voices-voice-secret") : t(play.game.status === "finished" ? "voices-voice-after" : "voices-voice-announced")),
      h("label", {}, t("voices-row"), h("select", { name: "row", value: voice.row }, choice.row.map((edge) => h("option", { value: edge }, t(`voices-row-${edge}`))))),
      h("label", {}, t("voices-column"), h("select", { name: "column", value: voice.column }, choice.column.map((edge) => h("option", { value: edge }, t(`voices-column-${edge}`))))),
      h("button", { "aria-disabled": play.isSending ? "true" : null }, t("voices-save")),
    ),
  );
}
