// The seats of a game: who has them, and how others can take them.
/** @import { Child } from "../../types.js" */
import { api, ok } from "../../lib/api.js";
import { seatClock } from "../../lib/clock.js";
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { expected } from "../../lib/problem.js";
import { account } from "../../lib/session.js";

/** Returns the list of the seats. @param {any} screen @returns {Child} */
export function players(screen) {
  const { game } = screen;
  return h(
    "ul",
    { class: "players", key: "players", "aria-label": t("players-title") },
    game.seats.map((/** @type {import("../../types.js").Seat} */ seat) => {
      // The code has opened the seat.
      if (seat.player) localStorage.removeItem(`broadside:code:${game.id}:${seat.seat}`);
      const isToMove = game.to_move.includes(seat.seat) && game.status === "playing";
      return h(
        "li",
        { class: isToMove ? "to-move" : "", key: seat.seat },
        seat.player ? h("span", { class: "name" }, screen.name(seat.seat)) : h("span", {}, t(`seat-${seat.access}`)),
        seat.bot && h("span", { class: "note" }, t("seat-bot-level", { level: t(`bot-${seat.bot.level}`) })),
        seat.state !== "active" && h("span", { class: "note" }, t(`seat-${seat.state}`)),
        seatClock(game, seat),
        isToMove && h("span", { class: "hidden" }, t("seat-to-move")),
        game.status === "placing" && h("span", { class: "note" }, t(seat.placed ? "seat-placed" : "seat-places")),
        !seat.player && seat.access === "invite" && game.created_by === account()?.player.id && invitation(screen, seat.seat),
      );
    }),
  );
}

/** The link that invites a friend. @param {any} screen @param {number} seat */
function invitation(screen, seat) {
  const code = localStorage.getItem(`broadside:code:${screen.game.id}:${seat}`);
  const renew = async () => {
    screen.problem = undefined;
    const made = await ok(api.POST("/v1/games/{id}/seats/{seat}/invitation", { params: { path: { id: screen.game.id, seat } } })).catch((error) => void (screen.problem = expected(error)));
    if (made) localStorage.setItem(`broadside:code:${screen.game.id}:${seat}`, made.code);
    screen.redraw();
  };
  if (!code) return h("button", { type: "button", onclick: () => void renew() }, t("invite-link"));
  const link = `${location.origin}${location.pathname}#/join/${screen.game.id}/${code}`;
  return copyable(link, t("invite-hint"));
}

/** A text with a button that copies it. @param {string} text @param {string} label */
export function copyable(text, label) {
  const copied = (/** @type {any} */ event) => {
    navigator.clipboard?.writeText(text).then(() => (event.target.textContent = t("copied")), () => {});
    event.target.parentElement.querySelector("input").select();
  };
  return h(
    "span",
    { class: "copyable" },
    h("label", {}, label, h("input", { readonly: true, value: text, onfocus: (/** @type {any} */ event) => event.target.select() })),
    h("button", { type: "button", onclick: copied }, t("copy")),
  );
}
