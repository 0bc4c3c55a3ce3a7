// Lines of the log for the events of Advanced Battleships.
/** @import { EventOf, Play, Schemas } from "../../types.js" */
import { shipLabel } from "../../lib/fleet.js";
import { list, t } from "../../lib/i18n.js";

/** @param {EventOf<"advanced">} event @param {Play<"advanced">} play @returns {string | undefined} */
export function describe(event, play) {
  const { name } = play;
  switch (event.type) {
    case "bought":
      return t("advanced-bought", { name: name(event.seat), weapon: t(`advanced-${event.weapon}`), cell: event.cell });
    case "ordered":
      return t("advanced-ordered", { name: name(event.seat), cell: event.gun, order: t(`advanced-order-${event.order}`) });
    case "fired":
    case "sent":
    case "passed":
    case "passed_over":
      return line(event, play);
    default:
      return undefined;
  }
}

/** Returns a line about an operation. @param {Schemas["AdvancedOperation"]} event @param {Play<"advanced">} play */
export function line(event, { name }) {
  switch (event.type) {
    case "fired":
      return t("advanced-fired", { name: name(event.seat), cells: event.cells.join(" "), result: report(event.damage) });
    case "sent": {
      const from = event.from ? t("advanced-sent-from", { cell: event.from }) : "";
      const gun = event.gun ? ` (${t("advanced-weapon-at", { weapon: t("advanced-gun"), cell: event.gun })})` : "";
      const result = event.shot_down ? t("advanced-shot-down") + gun : event.damage ? report(event.damage) : event.seen ? sightings(event.seen) : t("advanced-saw-secret");
      return t("advanced-sent", { name: name(event.seat), weapon: t(`advanced-${event.weapon}`), from, to: event.to, result });
    }
    case "passed":
      return t("advanced-passed", { name: name(event.seat) });
    default:
      return t("advanced-passed-over", { name: name(event.seat) });
  }
}

/** Returns each value with how often it occurs. @param {string[]} values */
function counts(values) {
  return [...new Set(values)].map((value) => ({ value, count: values.filter((each) => each === value).length }));
}

/** The damage of an operation in words. @param {Schemas["AdvancedDamage"]} damage */
function report({ hits, weapons, sunk }) {
  const parts = [
    ...counts(hits).map(({ value, count }) => t("advanced-hits", { ship: shipLabel(value), count })),
    ...counts(weapons).map(({ value, count }) => t("advanced-lost", { weapon: t(`advanced-${value}`), count })),
    ...sunk.map((of) => t("advanced-sunk", { ship: shipLabel(of) })),
  ];
  return parts.length > 0 ? list(parts) : t("advanced-nothing");
}

/** What a recce plane saw, in words. @param {Schemas["AdvancedSighting"][]} seen */
function sightings(seen) {
  const things = seen.flatMap(({ cell, ship, hit, weapon }) => [
    ship && `${shipLabel(ship)} ${cell}${hit ? ` (${t("cell-hit")})` : ""}`,
    weapon && `${t(`advanced-${weapon}`)} ${cell}`,
  ]).filter((each) => typeof each === "string");
  return things.length > 0 ? t("advanced-saw", { things: list(things) }) : t("advanced-saw-nothing");
}
