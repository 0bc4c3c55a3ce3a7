// The proof that the server was honest: its commitments, and the check of the record after the end.
/** @import { Child, Game } from "../../types.js" */
import { api, ok } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { canVerify, verify } from "../../lib/verify.js";

const SEEN = "broadside:commitments";
/** Number of games whose commitments are kept. */
const MOST_GAMES = 200;

/** @typedef {{ text: string, fault: string | null }} Line */

/**
 * Keeps the commitments that the browser saw first. A record proves nothing to those who cannot compare it with them.
 * @param {Game} game
 */
function remember(game) {
  const { seed_commitment: seed, placement_commitments: placements } = game.fairness;
  /** @type {[string, { seed: string, placements: string[] }][]} */
  const games = JSON.parse(localStorage.getItem(SEEN) ?? "[]");
  const known = games.find(([id]) => id === game.id)?.[1] ?? { seed, placements: [] };
  const isNew = !games.some(([id]) => id === game.id) || (known.placements.length === 0 && placements.length > 0);
  if (!isNew) return known;
  if (known.placements.length === 0) known.placements = placements;
  const others = games.filter(([id]) => id !== game.id);
  try {
    localStorage.setItem(SEEN, JSON.stringify([...others, [game.id, known]].slice(-MOST_GAMES)));
  } catch (error) {
    console.warn(error);
  }
  return known;
}

/** Fetches the record and checks it: here, and by a replay on the server. @param {Game} game @returns {Promise<Line[]>} */
async function check(game) {
  const record = await ok(api.GET("/v1/games/{id}/record", { params: { path: { id: game.id } } }));
  const known = remember(game);
  const commitments = record.revealed.seats.map(({ commitment }) => commitment);
  const isSame = record.seed_commitment === known.seed && commitments.join() === known.placements.join();
  const lines = [{ text: t("fairness-check-seen"), fault: isSame ? null : t("fairness-other") }];
  if (canVerify()) {
    for (const { name, fault } of await verify(record)) lines.push({ text: t(`fairness-check-${name}`), fault });
  } else {
    lines.push({ text: t("fairness-check-here"), fault: t("fairness-no-crypto") });
  }
  const { faults } = await ok(api.POST("/v1/verify", { body: record }));
  lines.push({ text: t("fairness-check-replay"), fault: faults[0]?.detail ?? null });
  return lines;
}

/** @param {any} screen @returns {Child} */
export function fairness(screen) {
  const { game, ui } = screen;
  const known = remember(game);
  const start = async () => {
    ui.checking = true;
    screen.redraw();
    ui.checked = await check(game);
    ui.checking = false;
    announce(ui.checked.every((/** @type {Line} */ { fault }) => fault === null) ? t("fairness-good") : t("fairness-bad"));
    screen.redraw();
  };
  return h(
    "details",
    { key: "fairness" },
    h("summary", {}, t("fairness-title")),
    h("p", {}, t("fairness-why")),
    game.status === "finished" && h("button", { type: "button", disabled: ui.checking === true, onclick: () => void start() }, t("fairness-check")),
    ui.checked && h("ul", { class: "checks" }, ui.checked.map((/** @type {Line} */ { text, fault }) =>
      h("li", { class: fault === null ? "good" : "bad" }, `${fault === null ? "✓" : "✗"} ${text}`, fault && `: ${fault}`))),
    h("dl", {},
      h("dt", {}, t("fairness-seed")), h("dd", {}, h("code", {}, known.seed)),
      known.placements.map((commitment, index) =>
        [h("dt", {}, t("fairness-placement", { name: screen.name(index + 1) })), h("dd", {}, h("code", {}, commitment))])),
  );
}
