// The stage: one shot as the players must sound it, to be read from a music stand.
/** @import { Child, Play } from "../../types.js" */
/** @import { Item } from "./phones.js" */
import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { goes } from "../../lib/send.js";
import { latest, whileOpen } from "./latest.js";
import { parts, standing } from "./parts.js";
import { answerElement, callElement, keyWord, reportText } from "./phones.js";
import { onVoices, speak, voices } from "./speech.js";

/** Number of the shot on the stage: the newest one, unless the player has turned back. 0 if there is none. @param {Play<"voices">} play */
export function shownShot({ game, ui, isReplay }) {
  const last = game.view.shots.length;
  return isReplay ? last : Math.min(ui["shot"] ?? last, last);
}

/** @param {Play<"voices">} play @returns {Child} */
export function stage(play) {
  const number = shownShot(play);
  const score = latest(play).score;
  const items = score?.items.filter((item) => item.type !== "cue" && item.shot === number) ?? [];
  return h(
    "div",
    { class: "stage", key: "stage" },
    h("h2", {}, number === 0 ? t("voices-stage") : t("voices-stage-shot", { shot: number })),
    number === 0 ? h("p", {}, t("voices-silence")) : shot(play, number, items),
    controls(play, number, items),
    number > 0 && parts(play, number, items),
    standing(play),
  );
}

/** The call and its answers. @param {Play<"voices">} play @param {number} number @param {Item[]} items @returns {Child} */
function shot(play, number, items) {
  const { game, name } = play;
  const fired = game.view.shots[number - 1];
  if (fired === undefined) return null;
  const key = latest(play).key;
  const call = items.find((item) => item.type === "call") ?? { ...fired, type: /** @type {const} */ ("call"), turn: 0, direction: null };
  const word = keyWord(key?.phones.find(({ phone }) => phone === fired.phone));
  return h(
    "div",
    { class: "sounds", key: "sounds" },
    h("div", { key: "call" }, h("h3", {}, t("voices-calls", { name: name(fired.seat) })), call.type === "call" && callElement(call), word && h("p", { class: "hint" }, t("voices-as-in"), " ", word)),
    fired.reports.map(({ seat, result, sunk }) => {
      const answer = items.find((item) => item.type === "answer" && item.seat === seat);
      const sounded = answer?.type === "answer" ? answerElement(answer) : h("p", {}, reportText(result, sunk));
      return h("div", { key: `answer-${seat}` }, h("h3", {}, t("voices-answers", { name: name(seat) })), sounded);
    }),
  );
}

/** Buttons that turn to other shots, speak, and open the performance. @param {Play<"voices">} play @param {number} number @param {Item[]} items */
function controls(play, number, items) {
  const { game, ui, isReplay, redraw } = play;
  const last = game.view.shots.length;
  const go = (/** @type {number} */ shot) => {
    ui["shot"] = shot >= last ? undefined : Math.max(shot, 1);
    announce(t("voices-stage-shot", { shot: Math.min(Math.max(shot, 1), last) }));
    redraw();
  };
  ui["listening"] ??= onVoices(whileOpen(redraw));
  const isSilent = voices().length === 0;
  return [
    h(
      "p",
      { class: "buttons", key: "controls" },
      number > 0 && !isReplay && [
        h("button", { type: "button", ...goes(number <= 1, () => go(number - 1)) }, t("voices-shot-before")),
        h("label", { class: "number" }, t("voices-shot"), h("input", { type: "number", min: 1, max: last, value: number, onchange: (/** @type {any} */ event) => go(Number(event.target.value) || last) })),
        h("button", { type: "button", ...goes(number >= last, () => go(number + 1)) }, t("voices-shot-after")),
      ],
      number > 0 && h("button", { type: "button", disabled: isSilent || items.length === 0, "aria-describedby": "voices-speech", onclick: () => void speak(items, latest(play).key) }, t("voices-speak")),
      h("a", { class: "button", href: `#/score/${game.id}` }, t("voices-perform")),
    ),
    number > 0 && h("p", { class: "hint", id: "voices-speech", key: "speech" }, isSilent ? t("voices-no-voice") : t("voices-speech-near")),
  ];
}
