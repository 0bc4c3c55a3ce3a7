// Lines for the log of a game.
/** @import { EventOf, Play } from "../../types.js" */
import { list, t } from "../../lib/i18n.js";
import { reportText, spelled } from "./phones.js";

/** @param {EventOf<"voices">} event @param {Play<"voices">} play @returns {string | undefined} */
export function describe(event, play) {
  switch (event.type) {
    case "first_player": {
      const rolls = event.rolls.map((roll) => t("voices-first-rolls", { rolls: list(roll.map(({ seat, face }) => `${play.name(seat)} ${face}`)) }));
      return [...rolls, t("event-first_player", { name: play.name(event.seat) })].join(" ");
    }
    case "rolled": {
      const pending = event.pending_choice;
      const choice = pending.type === "axes" ? t("voices-log-axes", { x: pending.x, y: pending.y }) : t("voices-log-again", { cell: pending.rolled });
      return [rolled(event.rolls), t("voices-log-rolled", { name: play.name(event.seat), choice })].filter(Boolean).join(" ");
    }
    case "fired": {
      const answers = event.answers.map(({ seat, result, sunk }) => t("voices-log-answer", { name: play.name(seat), report: reportText(result, sunk) }));
      const call = t("voices-log-fired", { shot: event.shot, name: play.name(event.seat), cell: event.cell, phone: spelled(event.phone) });
      return [rolled(event.rolls), call, ...answers].filter(Boolean).join(" ");
    }
    case "axes_set":
      return t("voices-log-axes_set", { axis: t(`voices-axis-${event.first_die}`) });
    case "voice_set":
      return t("voices-log-voice_set", { name: play.name(event.seat), row: t(`voices-row-${event.voice.row}`), column: t(`voices-column-${event.voice.column}`) });
    case "revoiced":
      return t("voices-log-revoiced", { name: play.name(event.seat), shot: event.shot });
    case "directed":
      if (event.text === "") return t("voices-log-undirected", { name: play.name(event.seat), part: event.part, shot: event.shot });
      return t("voices-log-directed", { name: play.name(event.seat), part: event.part, shot: event.shot, text: event.text });
    case "end_offered":
    case "end_accepted":
    case "end_declined":
      return t(`voices-log-${event.type}`, { name: play.name(event.seat) });
    default:
      return undefined;
  }
}

/** Dice on the table, in words. @param {{ first: number, second: number }[]} rolls */
function rolled(rolls) {
  return rolls.map(({ first, second }) => t("voices-dice", { first, second })).join(" ");
}
