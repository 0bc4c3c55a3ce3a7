// How much time is left.
/** @import { GameSummary } from "../types.js" */
import { h } from "./dom.js";
import { language, t } from "./i18n.js";

const FORMAT = new Intl.RelativeTimeFormat(language, { numeric: "always" });
const DATE = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** Returns a time in relation to now, such as "in 3 days". @param {string} time */
export function relative(time) {
  const minutes = (Date.parse(time) - Date.now()) / 60_000;
  const size = Math.abs(minutes);
  if (size < 90) return FORMAT.format(Math.round(minutes), "minute");
  if (size < 48 * 60) return FORMAT.format(Math.round(minutes / 60), "hour");
  return FORMAT.format(Math.round(minutes / 1440), "day");
}

/** Returns a date with its time. @param {string} time */
export const date = (time) => DATE.format(new Date(time));

/** Returns the deadline of a game, if there is one. @param {GameSummary} game @param {number | undefined} seat */
export function clock(game, seat) {
  const own = game.seats.find((each) => each.seat === seat)?.clock?.due_at;
  const due = own ?? game.deadline_at;
  if (due === undefined || game.status === "finished") return null;
  return h("span", { class: "clock", title: date(due) }, " ", t("clock-due", { when: relative(due) }));
}
