// The proof that the server was honest: its commitments, and the check of the record after the end.
/** @import { Child, Game, Schemas } from "../../types.js" */
import { api, ok } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { expected, problem } from "../../lib/problem.js";
import { canVerify, verify } from "../../lib/verify.js";
import { remember } from "./commitments.js";

/**
 * A line of the result. One without a fault that could not be checked is open.
 * @typedef {{ text: string, fault: string | null, isOpen?: boolean }} Line
 */

/**
 * Compares a record with what the browser saw before the end, and with the seed that it sent.
 * @param {Game} game @param {Schemas["GameRecord"]} record
 * @returns {Line[]}
 */
function compare(game, record) {
  const known = remember(game);
  const commitments = record.revealed.seats.map(({ commitment }) => commitment);
  const isSame = record.seed_commitment === known.seed && commitments.join() === known.placements.join();
  /** @type {Line} */
  const seen = { text: t("fairness-check-seen"), fault: isSame ? null : t("fairness-other") };
  const lines = [known.isLate && isSame ? { text: t("fairness-late"), fault: null, isOpen: true } : seen];
  const seat = game.you?.seat;
  if (seat === undefined) return lines;
  const sent = known.sent?.[seat];
  const used = record.seat_seeds.find((each) => each.seat === seat)?.seed;
  if (sent === undefined) lines.push({ text: t("fairness-no-seed"), fault: null, isOpen: true });
  else lines.push({ text: t("fairness-check-own-seed"), fault: sent === used ? null : t("fairness-other-seed") });
  return lines;
}

/** Fetches the record and checks it: here, and by a replay on the server. @param {Game} game @returns {Promise<Line[]>} */
async function check(game) {
  const record = await ok(api.GET("/v1/games/{id}/record", { params: { path: { id: game.id } } }));
  const lines = compare(game, record);
  if (canVerify()) {
    const isDrawn = record.seat_seeds.some(({ drawn }) => drawn);
    for (const { name, fault } of await verify(record)) {
      // Without drawn seeds this check has looked at nothing.
      if (name !== "seat_seeds" || isDrawn) lines.push({ text: t(`fairness-check-${name}`), fault });
    }
  } else {
    lines.push({ text: t("fairness-check-here"), fault: t("fairness-no-crypto") });
  }
  const { faults } = await ok(api.POST("/v1/verify", { body: record }));
  lines.push({ text: t("fairness-check-replay"), fault: faults[0]?.detail ?? null });
  return lines;
}

/** What the result means, in a sentence. @param {Line[]} lines */
function verdict(lines) {
  if (lines.some(({ fault }) => fault !== null)) return t("fairness-bad");
  return t(lines[0]?.isOpen ? "fairness-open" : "fairness-good");
}

/** @param {any} screen @returns {Child} */
export function fairness(screen) {
  const { game, ui } = screen;
  const known = remember(game);
  const start = async () => {
    if (ui.checking) return;
    ui.checking = true;
    ui.checkProblem = undefined;
    screen.redraw();
    try {
      ui.checked = await check(game);
      announce(verdict(ui.checked));
    } catch (error) {
      ui.checkProblem = expected(error);
    } finally {
      ui.checking = false;
      screen.redraw();
    }
  };
  const line = (/** @type {Line} */ { text, fault, isOpen }) => {
    const [kind, mark] = fault !== null ? ["bad", "✗"] : isOpen ? ["open", "?"] : ["good", "✓"];
    return h("li", { class: kind }, `${mark} ${text}`, fault && `: ${fault}`);
  };
  return h(
    "details",
    { key: "fairness" },
    h("summary", {}, t("fairness-title")),
    h("p", {}, t("fairness-why")),
    game.status === "finished" &&
      h("button", { type: "button", "aria-disabled": ui.checking ? "true" : null, onclick: () => void start() }, t("fairness-check")),
    problem(ui.checkProblem),
    ui.checked && [h("p", {}, verdict(ui.checked)), h("ul", { class: "checks" }, ui.checked.map(line))],
    h("dl", {},
      h("dt", {}, t("fairness-seed")), h("dd", {}, h("code", {}, known.seed)),
      known.placements.map((commitment, index) =>
        [h("dt", {}, t("fairness-placement", { name: screen.name(index + 1) })), h("dd", {}, h("code", {}, commitment))])),
  );
}
