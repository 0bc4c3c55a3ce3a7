// Forms for the operations: a salvo, a plane, a purchase, an order, or nothing.
/** @import { Child, LegalOf, Play, Schemas } from "../../types.js" */
import { h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { sends } from "../../lib/send.js";
import { WEAPONS } from "./weapons.js";

/** @typedef {"salvo" | "send" | "buy" | "order" | "pass"} Mode */

/** Kinds of operation, in the order of their buttons. @type {Mode[]} */
const MODES = ["salvo", "send", "buy", "order", "pass"];

/**
 * What the player can aim at now.
 * @typedef {object} Aim
 * @property {"own" | "other"} where Map on which squares are marked.
 * @property {string[]} from Squares to choose from.
 * @property {number} count Number of squares to choose.
 * @property {number} reach Number of squares around each that are reached, too.
 * @property {string[]} marked
 */

/**
 * Returns a legal choice.
 * @template {Mode} T
 * @param {Play<"advanced">} play @param {T} type
 * @returns {Extract<LegalOf<"advanced">["actions"][number], { type: T }> | undefined}
 */
function choiceOf({ legal }, type) {
  return /** @type {any} */ (legal.find((choice) => choice.type === type));
}

/** Kind of operation that the player has chosen. @param {Play<"advanced">} play @returns {Mode | undefined} */
function modeOf(play) {
  const offered = MODES.filter((mode) => choiceOf(play, mode) !== undefined);
  return offered.find((mode) => mode === play.ui["mode"]) ?? offered[0];
}

/** Plane that is chosen. @param {Play<"advanced">} play */
function planeOf(play) {
  const planes = choiceOf(play, "send")?.planes ?? [];
  return planes.find(({ from }) => from === play.ui["plane"]) ?? (planes.length === 1 ? planes[0] : undefined);
}

/** Weapon that is chosen for a purchase. @param {Play<"advanced">} play */
function purchaseOf(play) {
  const weapons = choiceOf(play, "buy")?.weapons ?? [];
  return weapons.find(({ weapon }) => weapon === play.ui["weapon"]);
}

/** Returns what the player can aim at. @param {Play<"advanced">} play @returns {Aim | undefined} */
export function aimOf(play) {
  const { ui } = play;
  /** @param {Aim["where"]} where @param {string[]} from @param {number} count @param {number} reach @returns {Aim} */
  const aim = (where, from, count, reach) => {
    ui["marked"] = /** @type {string[]} */ (ui["marked"] ?? []).filter((cell) => from.includes(cell)).slice(-count);
    return { where, from, count, reach, marked: ui["marked"] };
  };
  switch (modeOf(play)) {
    case "salvo": {
      const cells = choiceOf(play, "salvo")?.cells;
      return cells && aim("other", cells.from, cells.count, 0);
    }
    case "send": {
      const plane = planeOf(play);
      return plane && aim("other", choiceOf(play, "send")?.to ?? [], 1, WEAPONS[plane.weapon].reach);
    }
    case "buy": {
      const purchase = purchaseOf(play);
      return purchase && aim("own", purchase.at, 1, 0);
    }
    default:
      return undefined;
  }
}

/** Marks a square, or removes its mark. @param {Play<"advanced">} play @param {Aim} aim @param {string} cell */
export function mark({ ui, redraw }, aim, cell) {
  if (!aim.from.includes(cell)) return;
  if (aim.marked.includes(cell)) ui["marked"] = aim.marked.filter((each) => each !== cell);
  else if (aim.count === 1) ui["marked"] = [cell];
  else if (aim.marked.length < aim.count) ui["marked"] = [...aim.marked, cell];
  redraw();
}

/** Changes the state of the form. @param {Play<"advanced">} play @param {Record<string, any>} values */
function set({ ui, redraw }, values) {
  Object.assign(ui, values);
  redraw();
}

/** Sends an action, and removes the marks after that. @param {Play<"advanced">} play @param {Parameters<Play<"advanced">["act"]>[0][number]} action */
async function send(play, action) {
  if (await play.act([action])) set(play, { marked: [] });
}

/** The forms for operations. @param {Play<"advanced">} play @param {Aim | undefined} aim @returns {Child} */
export function moves(play, aim) {
  const mode = modeOf(play);
  if (mode === undefined) return null;
  const own = play.game.view.sides.find(({ seat }) => seat === play.seat);
  const points = own?.remaining_points;
  const title = t("advanced-operation");
  const form = { salvo, send: plane, buy, order, pass }[mode];
  return h(
    "div",
    { class: "move", key: "moves" },
    points !== null && points !== undefined && h("p", {}, t("advanced-points", { count: points }), play.game.view.resupply > 0 && ` ${t("advanced-resupply", { count: play.game.view.resupply })}`),
    h(
      "div",
      { class: "buttons", role: "group", "aria-label": title },
      MODES.filter((each) => choiceOf(play, each) !== undefined).map((each) => pick(`mode-${each}`, t(`advanced-mode-${each}`), each === mode, () => set(play, { mode: each, marked: [] }))),
    ),
    h("div", { key: mode }, form(play, aim)),
  );
}

/** A button for one of several things. @param {string} key @param {string} label @param {boolean} isChosen @param {() => void} choose */
function pick(key, label, isChosen, choose) {
  return h("button", { type: "button", class: "choice", key, "aria-pressed": String(isChosen), onclick: choose }, label);
}

/** Buttons that do what is chosen, and that remove all marks. @param {Play<"advanced">} play @param {string} label @param {boolean} isReady @param {() => void} act */
function buttons(play, label, isReady, act) {
  return h(
    "p",
    { class: "buttons" },
    h("button", { type: "button", class: "primary", ...sends(play.isSending, act, isReady) }, label),
    (play.ui["marked"] ?? []).length > 0 && h("button", { type: "button", onclick: () => set(play, { marked: [] }) }, t("fire-clear")),
  );
}

/** @param {Play<"advanced">} play @param {Aim | undefined} aim @returns {Child} */
function salvo(play, aim) {
  const { count = 3, marked = [] } = aim ?? {};
  return [
    h("p", {}, t("advanced-salvo-hint", { count, marked: marked.length })),
    buttons(play, t("fire-send", { cells: marked.join(" ") || "–" }), marked.length === count, () => void send(play, { type: "salvo", cells: marked })),
  ];
}

/** @param {Play<"advanced">} play @param {Aim | undefined} aim @returns {Child} */
function plane(play, aim) {
  const planes = choiceOf(play, "send")?.planes ?? [];
  const chosen = planeOf(play);
  const [to] = aim?.marked ?? [];
  const name = (/** @type {Schemas["AdvancedPlane"]} */ { weapon, from }) => t("advanced-weapon-at", { weapon: t(`advanced-${weapon}`), cell: from });
  const go = () => void (chosen && to && send(play, { type: "send", from: chosen.from, to }));
  return [
    h("div", { class: "buttons", role: "group", "aria-label": t("advanced-choose-plane") }, planes.map((each) => pick(`plane-${each.from}`, name(each), each === chosen, () => set(play, { plane: each.from })))),
    h("p", {}, chosen ? `${t(`advanced-${chosen.weapon}-effect`)} ${t("advanced-send-hint")}` : t("advanced-choose-plane")),
    chosen && buttons(play, t("advanced-send", { plane: name(chosen), to: to ?? "–" }), to !== undefined, go),
  ];
}

/** @param {Play<"advanced">} play @param {Aim | undefined} aim @returns {Child} */
function buy(play, aim) {
  const { weapons = [], orders = [] } = choiceOf(play, "buy") ?? {};
  const chosen = purchaseOf(play);
  const [at] = aim?.marked ?? [];
  const wanted = orders.find((each) => each === play.ui["order"]) ?? "any";
  const go = () => void (chosen && at && send(play, { type: "buy", weapon: chosen.weapon, at, ...(chosen.weapon === "gun" && { order: wanted }) }));
  return [
    h("div", { class: "buttons", role: "group", "aria-label": t("advanced-choose-weapon") }, weapons.map((each) => pick(`buy-${each.weapon}`, t("advanced-price", { weapon: t(`advanced-${each.weapon}`), count: each.points }), each === chosen, () => set(play, { weapon: each.weapon })))),
    h("p", {}, chosen ? `${standing(chosen.weapon)} ${t(`advanced-${chosen.weapon}-effect`)} ${t("advanced-buy-hint")}` : t("advanced-choose-weapon")),
    chosen?.weapon === "gun" && orderField(orders, wanted, t("advanced-order"), (order) => set(play, { order })),
    chosen && buttons(play, t("advanced-buy", { weapon: t(`advanced-${chosen.weapon}`), at: at ?? "–" }), at !== undefined, go),
  ];
}

/** @param {Play<"advanced">} play @returns {Child} */
function order(play) {
  const { guns = [], orders = [] } = choiceOf(play, "order") ?? {};
  const own = play.game.view.sides.find(({ seat }) => seat === play.seat);
  const gun = guns.find((each) => each === play.ui["gun"]) ?? guns[0];
  const now = own?.weapons?.find(({ at, status }) => at === gun && status === "ready")?.order ?? "any";
  const wanted = orders.find((each) => each === play.ui["order"]) ?? now;
  const go = () => void (gun && send(play, { type: "order", gun, order: wanted }));
  return [
    h("p", {}, t("advanced-order-hint")),
    h("div", { class: "buttons", role: "group", "aria-label": t("advanced-choose-gun") }, guns.map((each) => pick(`gun-${each}`, t("advanced-weapon-at", { weapon: t("advanced-gun"), cell: each }), each === gun, () => set(play, { gun: each, order: undefined })))),
    h("p", {}, t("advanced-order-now", { order: t(`advanced-order-${now}`) })),
    orderField(orders, wanted, t("advanced-order"), (each) => set(play, { order: each })),
    buttons(play, t("advanced-order-send"), gun !== undefined && wanted !== now, go),
  ];
}

/** @param {Play<"advanced">} play @returns {Child} */
function pass(play) {
  return [h("p", {}, t("advanced-pass-hint")), buttons(play, t("advanced-pass"), true, () => void send(play, { type: "pass" }))];
}

/** Says where a weapon can stand. @param {Schemas["AdvancedWeapon"]} weapon */
export function standing(weapon) {
  return t(weapon === "gun" ? "advanced-gun-stands" : "advanced-plane-stands");
}

/**
 * A field for the order of a gun.
 * @param {Schemas["AdvancedOrder"][]} orders @param {Schemas["AdvancedOrder"]} value @param {string} label
 * @param {(order: Schemas["AdvancedOrder"]) => void} change
 */
export function orderField(orders, value, label, change) {
  const options = orders.map((each) => h("option", { value: each }, t(`advanced-order-${each}`)));
  return h("label", { class: "order" }, h("span", {}, label), h("select", { value, onchange: (/** @type {any} */ event) => change(event.target.value) }, options));
}
