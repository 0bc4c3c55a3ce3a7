// Forms for the moves: the dice, the cartridges and the targets.
/** @import { Child, Play, Schemas } from "../../types.js" */
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { sends } from "../../lib/send.js";
import { CARTRIDGES } from "./sectors.js";

/**
 * What the player can aim at now.
 * @typedef {object} Aim
 * @property {string[]} from Sectors to choose from.
 * @property {number} min
 * @property {number} max
 * @property {string[]} marked Sectors that are chosen.
 * @property {Schemas["SatelliteCartridge"]} [cartridge] Cartridge that is chosen.
 * @property {Schemas["SatelliteBeam"]} [beam] Direction that is chosen, for a cartridge that has one.
 * @property {boolean} [isFired] True if the cartridge is fired, and not given up.
 * @property {Schemas["SatelliteBeam"][]} beams Directions to choose from.
 */

/**
 * Returns what the player can aim at, or undefined before a cartridge is chosen.
 * @param {Play<"satellite">} play
 * @returns {Aim | undefined}
 */
export function aimOf({ legal, ui }) {
  for (const choice of legal) {
    if (choice.type === "shoot") return { ...marked(ui, choice.from, 1), min: 1, beams: [] };
    if (choice.type === "destruct") return { ...marked(ui, choice.targets.from, choice.targets.max), min: choice.targets.min, beams: [] };
    if (choice.type === "give_up") {
      const cartridge = choice.cartridges.find((each) => each === ui["cartridge"]);
      if (cartridge !== undefined) return { ...marked(ui, choice.from, 1), min: 1, cartridge, beams: [] };
    }
    if (choice.type === "fire") {
      const only = choice.cartridges.length === 1 ? choice.cartridges[0] : undefined;
      const loaded = choice.cartridges.find(({ cartridge }) => cartridge === ui["cartridge"]) ?? only;
      if (loaded === undefined) continue;
      const { cartridge, max_targets: max, beam: beams = [] } = loaded;
      const beam = beams.find((each) => each === ui["beam"]) ?? beams[0];
      return { ...marked(ui, choice.from, max), min: 1, cartridge, isFired: true, beams, ...(beam && { beam }) };
    }
  }
  return undefined;
}

/** Drops marks that are no targets any more. @param {Record<string, any>} ui @param {string[]} from @param {number} max */
function marked(ui, from, max) {
  const marks = /** @type {string[]} */ (ui["marked"] ?? []);
  ui["marked"] = marks.filter((sector) => from.includes(sector)).slice(-max);
  return { from, max, marked: /** @type {string[]} */ (ui["marked"]) };
}

/** Marks a sector, or removes its mark. @param {Play<"satellite">} play @param {Aim} aim @param {string} sector */
export function mark({ ui, redraw }, aim, sector) {
  if (!aim.from.includes(sector)) return;
  if (aim.marked.includes(sector)) ui["marked"] = aim.marked.filter((each) => each !== sector);
  else if (aim.max === 1) ui["marked"] = [sector];
  else if (aim.marked.length < aim.max) ui["marked"] = [...aim.marked, sector];
  redraw();
}

/** The dice, and the forms for moves. @param {Play<"satellite">} play @param {Aim | undefined} aim @returns {Child} */
export function moves(play, aim) {
  const { game, legal, name } = play;
  const { turn } = game.view;
  if (turn === null || game.status !== "playing") return null;
  const isMine = legal.some(({ type }) => ["roll", "fire", "give_up", "shoot", "destruct"].includes(type));
  return h(
    "div",
    { class: "move", key: "moves" },
    !isMine && turn.dice && h("p", {}, t("satellite-dice-of", { name: name(turn.seat), dice: turn.dice.join(" ") })),
    isMine && [roll(play), cartridges(play, aim), aim && fire(play, aim)],
  );
}

/** The dice of the player, with a choice of what to keep. @param {Play<"satellite">} play @returns {Child} */
function roll({ game, legal, ui, act, isSending, redraw }) {
  const { turn } = game.view;
  const choice = legal.find(({ type }) => type === "roll");
  if (turn === null || (turn.dice === null && choice === undefined)) return null;
  const keeps = choice?.type === "roll" ? choice.keep : [];
  // What was kept is kept again, until the turn ends.
  if (ui["keepTurn"] !== turn.number) Object.assign(ui, { keepTurn: turn.number, keep: [] });
  const keep = /** @type {number[]} */ (ui["keep"]).filter((position) => keeps.includes(position));
  const toggle = (/** @type {number} */ position) => {
    ui["keep"] = keep.includes(position) ? keep.filter((each) => each !== position) : [...keep, position].sort();
    redraw();
  };
  const die = (/** @type {number} */ face, /** @type {number} */ index) => {
    const position = index + 1;
    const isKept = keep.includes(position);
    if (!keeps.includes(position)) return h("span", { class: "die", key: `die-${position}`, role: "img", "aria-label": t("satellite-die", { position, face }) }, String(face));
    return h(
      "button",
      { type: "button", class: "die", key: `die-${position}`, "aria-pressed": String(isKept), ...sends(isSending, () => toggle(position)) },
      h("span", { class: "hidden" }, `${t("satellite-die-keep", { position })} `),
      String(face),
      h("small", {}, " ", isKept ? t("satellite-kept") : t("satellite-rolls")),
    );
  };
  const text = turn.dice === null ? t("satellite-roll-first") : t("satellite-roll", { count: turn.dice.length - keep.length });
  return h(
    "div",
    { key: "dice" },
    h("h2", {}, t("satellite-dice")),
    keeps.length > 0 && h("p", {}, t("satellite-roll-hint", { count: turn.remaining_rolls })),
    turn.dice && h("div", { class: "buttons dice", role: "group", "aria-label": t("satellite-dice") }, turn.dice.map(die)),
    choice &&
      h("button", { type: "button", class: turn.dice === null ? "primary" : "", ...sends(isSending, () => void act([{ type: "roll", keep }]), keep.length < 5) }, text),
  );
}

/** Buttons of the cartridges that can be fired or given up. @param {Play<"satellite">} play @param {Aim | undefined} aim @returns {Child} */
function cartridges({ legal, ui, redraw }, aim) {
  const choice = legal.find(({ type }) => type === "fire" || type === "give_up");
  if (choice?.type !== "fire" && choice?.type !== "give_up") return null;
  const offered = choice.type === "fire" ? choice.cartridges.map(({ cartridge }) => cartridge) : choice.cartridges;
  const choose = (/** @type {string} */ cartridge) => {
    ui["cartridge"] = cartridge;
    redraw();
  };
  const title = t(choice.type === "fire" ? "satellite-choose" : "satellite-choose-give-up");
  return h(
    "div",
    { key: "cartridges" },
    h("h2", {}, title),
    h(
      "div",
      { class: "buttons", role: "group", "aria-label": title },
      CARTRIDGES.filter((cartridge) => offered.includes(cartridge)).map((cartridge) =>
        h("button", { type: "button", class: "choice", key: cartridge, "aria-pressed": String(aim?.cartridge === cartridge), onclick: () => choose(cartridge) }, t(`satellite-${cartridge}`)),
      ),
    ),
  );
}

/** The targets, and the button that fires. @param {Play<"satellite">} play @param {Aim} aim @returns {Child} */
function fire({ game, legal, ui, act, isSending, redraw }, aim) {
  const types = legal.map(({ type }) => type);
  const type = types.includes("fire") ? "fire" : types.includes("give_up") ? "give_up" : types.includes("shoot") ? "shoot" : "destruct";
  const { marked: targets, min, max, cartridge, beam, beams } = aim;
  const [target = ""] = targets;
  const send = () => {
    if (type === "shoot") return void act([{ type, target }]);
    if (type === "destruct") return void act([{ type, targets }]);
    if (cartridge === undefined) return;
    void act([type === "fire" ? { type, cartridge, targets, ...(beam && { beam }) } : { type, cartridge, target }]);
  };
  const point = (/** @type {string} */ to) => {
    ui["beam"] = to;
    redraw();
  };
  const left = game.view.turn?.remaining_targets ?? 0;
  const values = { cartridge: cartridge ? t(`satellite-${cartridge}`) : "", effect: cartridge ? t(`satellite-${cartridge}-effect`) : "", min, max, marked: targets.length, left };
  return h(
    "div",
    { key: "fire" },
    h("p", {}, t(type === "shoot" && left > 1 ? "satellite-aim-salvo" : `satellite-aim-${type}`, values)),
    beams.length > 0 &&
      h(
        "div",
        { class: "buttons", role: "group", "aria-label": t("satellite-beam") },
        beams.map((each) => h("button", { type: "button", class: "choice", key: each, "aria-pressed": String(each === beam), onclick: () => point(each) }, t(`satellite-beam-${each}`))),
      ),
    h(
      "p",
      { class: "buttons" },
      h("button", { type: "button", class: "primary", ...sends(isSending, send, targets.length >= min && targets.length <= max) }, t(type === "give_up" ? "satellite-give-up" : "fire-send", { ...values, cells: targets.join(" ") || "–" })),
      h("button", { type: "button", disabled: targets.length === 0, onclick: () => { ui["marked"] = []; redraw(); } }, t("fire-clear")),
    ),
  );
}
