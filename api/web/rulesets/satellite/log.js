// Lines of the log for the events of Satellite Salvo.
/** @import { EventOf, Play, Schemas } from "../../types.js" */
import { t } from "../../lib/i18n.js";

/** @param {EventOf<"satellite">} event @param {Play<"satellite">} play @returns {string | undefined} */
export function describe(event, { name }) {
  switch (event.type) {
    case "rolled": {
      const kept = event.keep.map((position) => event.dice[position - 1]).join(" ");
      const values = { name: name(event.seat), roll: event.roll, dice: event.dice.join(" "), kept };
      return t(event.keep.length > 0 ? "satellite-rolled-kept" : "satellite-rolled", values);
    }
    case "fired": {
      const beam = event.beam ? ` (${t(`satellite-beam-${event.beam}`)})` : "";
      const values = { name: name(event.seat), cartridge: t(`satellite-${event.cartridge}`) + beam, targets: event.targets.join(" ") };
      return t("satellite-fired", { ...values, result: answer(event) });
    }
    case "gave_up": {
      const { cartridge, target, result, destroyed } = event;
      const values = { name: name(event.seat), cartridge: t(`satellite-${cartridge}`), target };
      return t("satellite-gave-up", { ...values, result: answer({ reports: [{ sector: target, result }], destroyed }) });
    }
    case "shot": {
      const { target, result, destroyed } = event;
      return t("satellite-shot", { name: name(event.seat), target, result: answer({ reports: [{ sector: target, result }], destroyed }) });
    }
    case "destructed":
      return t("satellite-destructed", { name: name(event.seat), targets: event.targets.join(" "), result: answer(event) });
    case "arsenals_empty": {
      const rolls = (event.rolls.at(-1) ?? []).map(({ seat, dice }) => t("satellite-blow", { name: name(seat), count: dice.reduce((sum, face) => sum + face, 0) }));
      return [t("satellite-empty", { endgame: t(`option-satellite-endgame-${event.endgame}`) }), ...rolls].join(" ");
    }
    default:
      return undefined;
  }
}

/**
 * The answer to an operation in words.
 * @param {{ reports: Schemas["SatelliteReport"][], destroyed: number, building?: string[] | null }} operation
 */
function answer({ reports, destroyed, building }) {
  const [hits, misses] = ["hit", "miss"].map((result) => reports.filter((report) => report.result === result).map(({ sector }) => sector));
  const parts = [
    hits?.length && t("satellite-hits", { sectors: hits.join(" ") }),
    misses?.length && t("satellite-misses", { sectors: misses.join(" ") }),
    building && t("satellite-felled", { sectors: building.join(" ") }),
    destroyed > 0 && t("satellite-destroyed", { count: destroyed }),
  ];
  return parts.filter(Boolean).join(". ") || t("satellite-nothing");
}
