// What the browser keeps of a game while it goes on, to compare it with the record after the end. A record proves
// nothing to those who cannot compare it with what they saw, and sent, before.
/** @import { Game } from "../../types.js" */

const SEEN = "broadside:fairness";
/** Number of games that are kept. */
const MOST_GAMES = 200;

/**
 * @typedef {object} Known
 * @property {string} seed Commitment to the server's seed.
 * @property {string[]} placements Commitments to the placements; empty before play begins.
 * @property {boolean} [isLate] True if the game was over when the browser first saw one of them.
 * @property {Record<number, string>} [sent] The seeds that this browser has sent, by seat.
 */

/** @returns {[string, Known][]} */
const games = () => JSON.parse(localStorage.getItem(SEEN) ?? "[]");

/** @param {string} id @param {Known} known */
function keep(id, known) {
  const others = games().filter(([other]) => other !== id);
  try {
    localStorage.setItem(SEEN, JSON.stringify([...others, [id, known]].slice(-MOST_GAMES)));
  } catch (error) {
    console.warn(error);
  }
}

/** Returns the commitments that the browser saw first, and keeps those that are new. @param {Game} game @returns {Known} */
export function remember(game) {
  const { seed_commitment: seed, placement_commitments: placements } = game.fairness;
  const stored = games().find(([id]) => id === game.id)?.[1];
  const isNew = stored === undefined || (stored.placements.length === 0 && placements.length > 0);
  if (!isNew) return stored;
  const known = { ...stored, seed: stored?.seed ?? seed, placements, ...(game.status === "finished" && { isLate: true }) };
  keep(game.id, known);
  return known;
}

/** Keeps the seed that the server has accepted for a seat, or forgets it. @param {Game} game @param {number} seat @param {string} [seed] */
export function rememberSeed(game, seat, seed) {
  const known = remember(game);
  const { [seat]: _, ...others } = known.sent ?? {};
  keep(game.id, { ...known, sent: seed === undefined ? others : { ...others, [seat]: seed } });
}
