// How much time is left.
/** @import { Child, GameSummary, Seat } from "../types.js" */
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

/** Returns a duration, such as "2 days 5 hours". There is never less time left than it says. @param {number} milliseconds */
function duration(milliseconds) {
  const minutes = Math.floor(Math.max(milliseconds, 0) / 60_000);
  const hours = Math.floor(minutes / 60);
  const say = (/** @type {number} */ value, /** @type {string} */ unit) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(value);
  if (minutes < 90) return say(minutes, "minute");
  if (hours < 48) return say(hours, "hour");
  return hours % 24 === 0 ? say(hours / 24, "day") : `${say(Math.floor(hours / 24), "day")} ${say(hours % 24, "hour")}`;
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

/** Time that a seat still has, without the absences in which its clock stands still. @param {Seat} seat @param {number} now */
function remaining({ clock, absences = [] }, now) {
  if (clock === undefined) return 0;
  if (clock.due_at === undefined) return clock.remaining_seconds * 1_000;
  const due = Date.parse(clock.due_at);
  const away = absences.map(({ starts_at, ends_at }) => Math.min(due, Date.parse(ends_at)) - Math.max(now, Date.parse(starts_at)));
  return due - now - away.reduce((sum, time) => sum + Math.max(time, 0), 0);
}

/**
 * Returns what a seat has left: of its turn, or of its bank; and when its player is away.
 * @param {GameSummary} game @param {Seat} seat @returns {Child}
 */
export function seatClock(game, seat) {
  const { clock, absences = [] } = seat;
  const now = Date.now();
  const isShown = clock !== undefined && (clock.due_at !== undefined || (game.clock && "bank" in game.clock));
  return [
    isShown && h("span", { class: "note clock", title: clock.due_at && date(clock.due_at) }, t("clock-left", { time: duration(remaining(seat, now)) })),
    absences.filter(({ ends_at }) => Date.parse(ends_at) > now).map(({ starts_at, ends_at }) =>
      h("span", { class: "note", key: starts_at }, Date.parse(starts_at) <= now ? t("clock-away", { end: date(ends_at) }) : t("clock-away-later", { start: date(starts_at), end: date(ends_at) }))),
  ];
}

/** True if a deadline has passed, so that the game has changed. A vacation can also have moved it. @param {GameSummary} game */
export function isOverdue({ seats }) {
  return seats.some(({ clock }) => clock?.due_at !== undefined && Date.parse(clock.due_at) < Date.now());
}
