// The placement in two steps: the ships, then the weapons.
/** @import { Child, Play, PlacementOf, Schemas } from "../../types.js" */
/** @import { Layout } from "../../lib/pieces.js" */
/** @import { Weapon } from "./weapons.js" */
import { board, cellName, letters, numbers } from "../../lib/board.js";
import { announce, h } from "../../lib/dom.js";
import { fleetLayout, shipsOf } from "../../lib/fleet.js";
import { t } from "../../lib/i18n.js";
import { covered, editor, isComplete } from "../../lib/pieces.js";
import { sends } from "../../lib/send.js";
import { edges } from "./map.js";
import { orderField, standing } from "./moves.js";
import { isLand, KINDS, ORDERS, WEAPONS } from "./weapons.js";

/** @typedef {{ kind: Weapon, at: string, order: Schemas["AdvancedOrder"] }} Placed */

/** @param {Play<"advanced">} play @param {(placement: PlacementOf<"advanced">) => void} submit @returns {Child} */
export function placement(play, submit) {
  const { game, seat, ui, isSending, redraw } = play;
  const { view } = game;
  const own = view.sides.find((side) => side.seat === seat);
  const layout = /** @type {Layout} */ (
    (ui["layout"] ??= fleetLayout({
      fleet: view.fleet,
      columns: view.grid.columns,
      rows: view.grid.rows,
      ships: own?.ships,
      allows: (_, column, row) => !isLand(view, cellName(column, row)),
      ground: (column, row) => (isLand(view, cellName(column, row)) ? { label: t("advanced-land"), class: "land" } : { label: t("advanced-water") }),
    }))
  );
  ui["weapons"] ??= (own?.weapons ?? []).map(({ weapon, at, order }) => ({ kind: weapon, at, order: order ?? "any" }));
  const go = (/** @type {boolean} */ isArming) => {
    ui["arming"] = isArming;
    redraw();
  };
  if (!ui["arming"] || !isComplete(layout)) {
    return h(
      "div",
      { class: "advanced", key: "ships" },
      h("h2", {}, t("advanced-step-ships")),
      editor(layout, redraw),
      h("button", { type: "button", class: "primary", disabled: !isComplete(layout), onclick: () => go(true) }, t("advanced-to-weapons")),
    );
  }
  // A plane on the carrier stays behind when the carrier moves.
  const weapons = /** @type {Placed[]} */ (ui["weapons"]).filter(({ kind, at }) => allows(play, layout, kind, at));
  ui["weapons"] = weapons;
  const send = () =>
    submit({ ships: shipsOf(layout), weapons: weapons.map(({ kind, at, order }) => ({ kind, at, ...(kind === "gun" && { order }) })) });
  return h(
    "div",
    { class: "advanced", key: "weapons" },
    h("h2", {}, t("advanced-step-weapons")),
    arming(play, layout, weapons),
    h(
      "div",
      { class: "buttons" },
      h("button", { type: "button", onclick: () => go(false) }, t("advanced-to-ships")),
      h("button", { type: "button", class: "primary", ...sends(isSending, send) }, t("place-send")),
    ),
  );
}

/** Returns the squares of the carriers. @param {Layout} layout */
function decks(layout) {
  return layout.pieces.filter(({ id }) => id.startsWith("carrier-")).flatMap((piece) => covered(piece).map((at) => cellName(...at)));
}

/** Returns whether a kind of weapon can stand on a square. @param {Play<"advanced">} play @param {Layout} layout @param {Weapon} kind @param {string} cell */
function allows({ game }, layout, kind, cell) {
  return isLand(game.view, cell) || (kind !== "gun" && decks(layout).includes(cell));
}

/** Returns the points that are left. @param {Play<"advanced">} play @param {Placed[]} weapons */
function pointsLeft({ game }, weapons) {
  return game.view.points - weapons.reduce((sum, { kind }) => sum + WEAPONS[kind].points, 0);
}

/** Buys a random kit, as the rules describe it, and places it at random. @param {Play<"advanced">} play @param {Layout} layout @returns {Placed[]} */
function randomKit(play, layout) {
  const { columns, rows } = play.game.view.grid;
  const share = Math.min(play.game.view.points / 40, 1);
  const cells = numbers(rows).flatMap((_, row) => letters(columns).map((__, column) => cellName(column, row)));
  /** @type {Placed[]} */
  const kit = [];
  for (const kind of KINDS) {
    for (let count = Math.round(WEAPONS[kind].kit * share); count > 0; count -= 1) {
      const free = cells.filter((cell) => allows(play, layout, kind, cell) && !kit.some(({ at }) => at === cell));
      const at = free[Math.floor(Math.random() * free.length)];
      if (at !== undefined && pointsLeft(play, kit) >= WEAPONS[kind].points) kit.push({ kind, at, order: "any" });
    }
  }
  return kit;
}

/** The editor of the weapons. @param {Play<"advanced">} play @param {Layout} layout @param {Placed[]} weapons @returns {Child} */
function arming(play, layout, weapons) {
  const { game, ui, redraw } = play;
  const left = pointsLeft(play, weapons);
  const kind = /** @type {Weapon} */ (ui["kind"] ?? "gun");
  /** @param {Placed[]} next @param {string} text */
  const change = (next, text) => {
    ui["weapons"] = next;
    announce(`${text} ${t("advanced-points", { count: pointsLeft(play, next) })}`);
    redraw();
  };
  const named = (/** @type {{ kind: Weapon, at: string }} */ weapon) => t("advanced-weapon-at", { weapon: t(`advanced-${weapon.kind}`), cell: weapon.at });
  const remove = (/** @type {Placed} */ weapon) => change(weapons.filter((each) => each !== weapon), t("place-removed", { piece: named(weapon) }));
  const canBuy = left >= WEAPONS[kind].points;
  const isFree = (/** @type {string} */ cell) => allows(play, layout, kind, cell) && !weapons.some(({ at }) => at === cell);
  const pick = (/** @type {string} */ at) => {
    const there = weapons.find((weapon) => weapon.at === at);
    if (there !== undefined) return remove(there);
    if (!isFree(at)) return announce(t("place-no-room", { piece: t(`advanced-${kind}`), cell: at }));
    if (!canBuy) return announce(t("advanced-too-dear", { weapon: t(`advanced-${kind}`) }));
    change([...weapons, { kind, at, order: "any" }], t("place-placed", { piece: t(`advanced-${kind}`), cells: at }));
  };
  const press = (/** @type {string} */ key, /** @type {string} */ at) => {
    const there = weapons.find((weapon) => weapon.at === at);
    if (there === undefined || (key !== "Delete" && key !== "Backspace")) return false;
    remove(there);
    return true;
  };
  const ships = new Map(layout.pieces.flatMap((piece) => {
    const cells = covered(piece).map((at) => cellName(...at));
    return cells.map((cell) => /** @type {[string, { label: string, cells: string[] }]} */ ([cell, { label: piece.label, cells }]));
  }));
  return h(
    "div",
    { class: "editor" },
    board({
      id: "weapons",
      title: t("place-map"),
      columns: layout.columns,
      rows: layout.rows,
      square: (cell) => {
        const land = isLand(game.view, cell);
        const ship = ships.get(cell);
        const weapon = weapons.find(({ at }) => at === cell);
        return {
          label: [t(land ? "advanced-land" : "advanced-water"), ship?.label, weapon && t(`advanced-${weapon.kind}`)].filter(Boolean).join(", "),
          content: weapon && WEAPONS[weapon.kind].letter,
          class: [land && "land", ship && "ship", ...(ship ? edges(ship.cells, cell) : []), weapon && "weapon"].filter(Boolean).join(" "),
          enabled: weapon !== undefined || (canBuy && isFree(cell)),
        };
      },
      pick,
      press,
    }),
    h("p", { class: "points" }, t("advanced-points", { count: left }), " ", t("advanced-points-why")),
    h(
      "div",
      { class: "pieces", role: "group", "aria-label": t("advanced-choose-weapon") },
      KINDS.map((each) =>
        h(
          "button",
          { type: "button", class: "choice shop", key: each, "aria-pressed": String(each === kind), onclick: () => { ui["kind"] = each; redraw(); } },
          h("b", {}, `${WEAPONS[each].letter} · ${t("advanced-price", { weapon: t(`advanced-${each}`), count: WEAPONS[each].points })}`),
          h("small", {}, `${standing(each)} ${t(`advanced-${each}-effect`)}`),
        ),
      ),
    ),
    h(
      "div",
      {},
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", onclick: () => change(randomKit(play, layout), t("place-scattered")) }, t("advanced-random-kit")),
        h("button", { type: "button", disabled: weapons.length === 0, onclick: () => change([], "") }, t("place-clear")),
      ),
      h("p", { class: "hint" }, t("advanced-arming-hint")),
      h("ol", { class: "bought" }, weapons.map((weapon) => bought(weapons, weapon, named(weapon), change, () => remove(weapon)))),
    ),
  );
}

/**
 * A weapon that is bought. The first gun of the list that can fire does.
 * @param {Placed[]} weapons @param {Placed} weapon @param {string} name
 * @param {(next: Placed[], text: string) => void} change @param {() => void} remove
 */
function bought(weapons, weapon, name, change, remove) {
  const replace = (/** @type {Schemas["AdvancedOrder"]} */ order) => change(weapons.map((each) => (each === weapon ? { ...each, order } : each)), name);
  const first = () => change([weapon, ...weapons.filter((each) => each !== weapon)], name);
  const isFirst = weapons.find(({ kind }) => kind === "gun") === weapon;
  return h(
    "li",
    { key: `bought-${weapon.at}` },
    h("span", {}, name),
    weapon.kind === "gun" && orderField(ORDERS, weapon.order, t("advanced-order"), replace),
    weapon.kind === "gun" && !isFirst && h("button", { type: "button", "aria-label": t("advanced-first-of", { weapon: name }), onclick: first }, t("advanced-first")),
    h("button", { type: "button", "aria-label": t("advanced-remove-of", { weapon: name }), onclick: remove }, t("advanced-remove")),
  );
}
