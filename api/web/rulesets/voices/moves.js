// The turn: its dice, the shots, and the offers to end the game.
/** @import { ActionOf, Child, LegalOf, Play } from "../../types.js" */
import { confirmed } from "../../lib/confirm.js";
import { h } from "../../lib/dom.js";
import { list, t } from "../../lib/i18n.js";
import { sends } from "../../lib/send.js";

/**
 * Returns the legal choice of a type, if there is one.
 * @template {LegalOf<"voices">["actions"][number]["type"]} T
 * @param {LegalOf<"voices">["actions"]} legal
 * @param {T} type
 * @returns {Extract<LegalOf<"voices">["actions"][number], { type: T }> | undefined}
 */
export function choiceOf(legal, type) {
  return /** @type {any} */ (legal.find((choice) => choice.type === type));
}

/** @param {Play<"voices">} play @returns {Child} */
export function moves(play) {
  const { game } = play;
  if (play.isReplay || game.status !== "playing") return null;
  // With a marked square, the button stays in sight beside the maps.
  const isMarked = choiceOf(play.legal, "fire")?.cells.from.includes(play.ui["cell"]);
  return h("div", { class: `move ${isMarked ? "marked" : ""}`, key: "moves" }, turn(play), dice(play), buttons(play), !isMarked && offers(play));
}

/** What the turn is. @param {Play<"voices">} play */
function turn({ game, name, seat }) {
  const { turn, round, rounds } = game.view;
  if (turn === null) return null;
  const where = rounds === null ? t("voices-round", { round: round ?? 0 }) : t("voices-round-of", { round: round ?? 0, rounds });
  const count = turn.remaining_shots;
  const what = turn.seat === seat ? t("voices-shots-yours", { count }) : t("voices-shots", { name: name(turn.seat), count });
  const targets = game.seats.length > 2 ? t("voices-targets", { names: list(turn.targets.map(name)) }) : "";
  return h("p", {}, [where, what, targets].filter(Boolean).join(" "));
}

/** The dice on the table, or the last ones. @param {Play<"voices">} play */
function dice(play) {
  const { turn } = play.game.view;
  const roll = turn?.dice ? { seat: turn.seat, dice: turn.dice } : lastRoll(play);
  if (roll === undefined) return null;
  const { first, second } = roll.dice;
  return h(
    "p",
    { class: "dice", key: "dice" },
    t("voices-rolled-by", { name: play.name(roll.seat) }),
    h("span", { class: "hidden" }, t("voices-dice", { first, second })),
    [first, second].map((face) => h("span", { class: "die", "aria-hidden": "true" }, face)),
  );
}

/** Buttons of the shots. @param {Play<"voices">} play @returns {Child} */
function buttons(play) {
  const { game, legal, act, ui, isSending } = play;
  const [axes, fire] = [choiceOf(legal, "choose_axes"), choiceOf(legal, "fire")];
  const pending = game.view.turn?.pending_choice;
  if (fire !== undefined && !fire.cells.from.includes(ui["cell"])) ui["cell"] = undefined;
  /** @param {string} text @param {ActionOf<"voices">} action @param {boolean} [isDisabled] */
  const button = (text, action, isDisabled = false) => {
    const send = () => {
      ui["cell"] = undefined;
      // The newest shot is what the player wants to see.
      ui["shot"] = undefined;
      void act([action]);
    };
    return h("button", { type: "button", class: "primary", key: `${action.type}-${text}`, ...sends(isSending, send, !isDisabled) }, text);
  };
  const cells = axes?.cells;
  const hint = cells !== undefined ? t("voices-choose-axes") : fire === undefined ? "" : pending?.type === "cell" ? t(`voices-again-${pending.line}`, { cell: pending.rolled }) : t("voices-fire");
  const shown = [
    choiceOf(legal, "roll") && button(t("voices-roll"), { type: "roll" }),
    choiceOf(legal, "roll_all") && button(t("voices-roll-all"), { type: "roll_all" }),
    cells && axes?.first_die.map((axis) => button(t(`voices-first-${axis}`, { cell: cells[axis] }), { type: "choose_axes", first_die: axis })),
    fire && button(t("fire-send", { cells: ui["cell"] ?? "–" }), { type: "fire", cell: ui["cell"] ?? "" }, ui["cell"] === undefined),
  ];
  return [hint && h("p", {}, hint), shown.some(Boolean) && h("p", { class: "buttons" }, shown)];
}

/** Offers to end the game and count. @param {Play<"voices">} play @returns {Child} */
function offers(play) {
  const { game, legal, name, act } = play;
  const offer = game.view.end_offer;
  const types = /** @type {const} */ (["offer_end", "accept_end", "decline_end"]);
  const shown = types.filter((type) => choiceOf(legal, type) !== undefined);
  return [
    offer && h("p", { class: "offer" }, t("voices-end-offer", { name: name(offer.by), names: list(offer.agreed.map(name)) })),
    shown.length > 0 && h("p", { class: "buttons" }, shown.map((type) => confirmed(play, `voices-${type}`, type !== "decline_end", () => void act([{ type }])))),
  ];
}

/** The last roll of the dice, and the seat that rolled. @param {Play<"voices">} play */
function lastRoll({ events }) {
  for (const event of events.toReversed()) {
    if (event.type !== "fired" && event.type !== "rolled") continue;
    const dice = event.rolls.at(-1);
    if (dice !== undefined) return { seat: event.seat, dice };
  }
  return undefined;
}
