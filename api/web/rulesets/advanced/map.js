// The map of a side: land and water, with all that the viewer knows of its ships and weapons.
/** @import { Child, Play, Schemas } from "../../types.js" */
/** @import { Aim } from "./moves.js" */
/** @import { View } from "./weapons.js" */
import { board, cellName, letters, numbers, position } from "../../lib/board.js";
import { h } from "../../lib/dom.js";
import { shipLabel } from "../../lib/fleet.js";
import { t } from "../../lib/i18n.js";
import { findings } from "./findings.js";
import { mark } from "./moves.js";
import { around, isLand, seenOf, strikesAt, WEAPONS } from "./weapons.js";

/** @typedef {Schemas["AdvancedSide"]} Side */

/** The map of a side. `aim` is what the player can aim at on it. @param {Play<"advanced">} play @param {Side} side @param {Aim | undefined} aim */
export function map(play, side, aim) {
  const { view } = play.game;
  const { columns, rows } = view.grid;
  const look = side.ships === null ? lookOfOther(view, side) : lookOfKnown(view, side);
  const reached = new Set(aim?.marked.flatMap((cell) => around(view, cell, aim.reach)));
  return board({
    id: `map-${side.seat}`,
    title: side.seat === play.seat ? t("map-own") : t("map-of", { name: play.name(side.seat) }),
    columns: letters(columns),
    rows: numbers(rows),
    square: (cell) => {
      const land = isLand(view, cell);
      const { words, content, classes } = look(cell);
      const isReached = aim !== undefined && aim.reach > 0 && reached.has(cell);
      return {
        label: [t(land ? "advanced-land" : "advanced-water"), ...words, isReached && t("advanced-reached")].filter(Boolean).join(", "),
        content,
        class: [land && "land", ...classes, isReached && "reached"].filter(Boolean).join(" "),
        ...(aim && { enabled: aim.from.includes(cell), selected: aim.marked.includes(cell) }),
      };
    },
    ...(aim && { pick: (/** @type {string} */ cell) => mark(play, aim, cell) }),
  });
}

/** @typedef {{ words: string[], content: string | undefined, classes: (string | false)[] }} Look */

/** Classes that draw a line around a ship, so that ships that touch look like two. @param {string[]} cells @param {string} cell */
export function edges(cells, cell) {
  const [column, row] = position(cell);
  const isOpen = (/** @type {number} */ x, /** @type {number} */ y) => !cells.includes(cellName(column + x, row + y));
  return [isOpen(0, -1) && "edge-top", isOpen(0, 1) && "edge-bottom", isOpen(-1, 0) && "edge-left", isOpen(1, 0) && "edge-right"];
}

/** How the squares look of a side whose ships and weapons are known. @param {View} view @param {Side} side @returns {(cell: string) => Look} */
function lookOfKnown(view, side) {
  const struck = new Set(strikesAt(view, side.seat).flatMap(({ area }) => area));
  const ships = new Map(side.ships?.flatMap((ship) => ship.cells.map((cell) => [cell, ship])));
  // A used weapon frees its square, so the last one counts, unless an earlier one is ready.
  const weapons = new Map([...(side.weapons ?? [])].sort((one, other) => Number(one.status === "ready") - Number(other.status === "ready")).map((weapon) => [weapon.at, weapon]));
  return (cell) => {
    const ship = ships.get(cell);
    const weapon = weapons.get(cell);
    const isHit = ship?.hit.includes(cell) === true;
    const isReady = weapon?.status === "ready";
    const words = [
      ship && shipLabel(ship.class),
      isHit && t("cell-hit"),
      weapon && t(`advanced-${weapon.weapon}`),
      weapon && !isReady && t(`advanced-status-${weapon.status}`),
      weapon?.order && isReady && t("advanced-ordered-to", { order: t(`advanced-order-${weapon.order}`) }),
      struck.has(cell) && !isHit && t("advanced-struck"),
    ];
    const content = isReady ? WEAPONS[weapon.weapon].letter : isHit ? "✕" : weapon ? WEAPONS[weapon.weapon].letter : struck.has(cell) ? "•" : undefined;
    const classes = [ship && "ship", ...(ship ? edges(ship.cells, cell) : []), isHit && "hit", weapon && !isHit && "weapon", weapon && !isReady && !isHit && "gone", struck.has(cell) && !isHit && "miss"];
    return { words: words.filter((word) => typeof word === "string"), content, classes: classes.map((each) => each ?? false) };
  };
}

/** How the squares look of a side that is known from reports and sightings only. @param {View} view @param {Side} side @returns {(cell: string) => Look} */
function lookOfOther(view, side) {
  const found = findings(view, side.seat);
  const seen = seenOf(view, side.seat);
  return (cell) => {
    const square = seen.get(cell);
    const finding = found.get(cell);
    const isHit = finding === "hit" || square?.hit === true;
    const words = [
      square?.ship && shipLabel(square.ship),
      square?.weapon && t(`advanced-${square.weapon}`),
      square && !square.ship && !square.weapon && t("advanced-seen-empty"),
      square && t("advanced-seen"),
      isHit ? t("cell-hit") : finding === "miss" ? t("cell-miss") : finding !== undefined && t("advanced-open", { number: finding }),
    ];
    const mark = isHit ? "✕" : finding === "miss" ? "•" : finding === undefined ? undefined : String(finding);
    const known = square?.ship ? t(`advanced-short-${square.ship}`) : square?.weapon && WEAPONS[square.weapon].letter;
    const content = known || mark || (square ? "○" : undefined);
    const classes = [square?.ship && "ship", square?.weapon && !square.ship && "weapon", known && isHit && "gone", isHit ? "hit" : finding === "miss" ? "miss" : finding !== undefined && "fired"];
    return { words: words.filter((word) => typeof word === "string"), content, classes: classes.map((each) => each || false) };
  };
}

/** Marks of the maps, with samples. @type {[string, string, string][]} */
const MARKS = [
  ["water", "", "water"],
  ["land", "", "land"],
  ["ship", "", "ship"],
  ["weapon land", "A", "weapon"],
  ["weapon land gone", "A", "gone"],
  ["hit", "✕", "hit"],
  ["water miss", "•", "miss"],
  ["water fired", "7", "number"],
  ["ship", "carrier", "seen"],
  ["water", "○", "seen-empty"],
];

/** What the marks on the maps mean. @returns {Child} */
export function legend() {
  return h(
    "details",
    { key: "legend" },
    h("summary", {}, t("advanced-legend")),
    h("ul", { class: "legend" }, MARKS.map(([look, sample, name]) => h("li", {}, h("span", { class: `sample ${look}`, "aria-hidden": "true" }, sample === "carrier" ? t("advanced-short-carrier") : sample), t(`advanced-sign-${name}`)))),
  );
}
