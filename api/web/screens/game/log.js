// Words for the events and outcomes that all games share.
/** @import { Event, Play, Schemas } from "../../types.js" */
import { list, t } from "../../lib/i18n.js";

/** Returns a line for the log. @param {Event} event @param {Play} play @returns {string | undefined} */
export function describe(event, play) {
  switch (event.type) {
    case "joined":
    case "left":
    case "placed":
    case "resigned":
    case "draw_offered":
    case "draw_accepted":
    case "draw_declined":
      return t(`event-${event.type}`, { name: play.name(event.seat) });
    case "timed_out":
      return t("event-timed_out", { name: list(event.seats.map((seat) => play.name(seat))) });
    case "began":
      return t("event-began");
    case "cancelled":
      return t("event-cancelled");
    case "first_player":
      return t("event-first_player", { name: play.name(event.seat) });
    case "finished":
      return outcome(event.outcome, play);
    default:
      return undefined;
  }
}

/** Returns the outcome of a game in words. @param {Schemas["Outcome"]} outcome @param {Play} play */
export function outcome(outcome, play) {
  const reason = t(`reason-${outcome.reason}`);
  switch (outcome.kind) {
    case "win": {
      const isMine = play.seat !== undefined && outcome.winners.includes(play.seat);
      if (isMine && outcome.winners.length === 1) return t("outcome-you-win", { reason });
      return t("outcome-win", { names: list(outcome.winners.map((seat) => play.name(seat))), reason });
    }
    case "draw":
      return t("outcome-draw", { reason });
    case "lose":
      return t("outcome-lose", { reason });
    default:
      return t("outcome-all-lose", { reason });
  }
}
