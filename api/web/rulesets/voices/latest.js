// What the page knows of a game beyond its view: the score and the pronunciation key.
/** @import { Play, Schemas } from "../../types.js" */
import { api, ok, untilAnswered } from "../../lib/api.js";
import { expected } from "../../lib/problem.js";
import { pronunciationKey } from "./phones.js";

/**
 * @typedef {object} Latest
 * @property {number} version Version of the game that the score is of; -1 if it must be loaded.
 * @property {number} changes Number of changes that this page has made.
 * @property {boolean} isLoading
 * @property {Schemas["Score"]} [score]
 * @property {Schemas["PronunciationKey"]} [key]
 */

/** Returns a function that draws the screen again, if the screen is still open then. @param {() => void} redraw */
export function whileOpen(redraw) {
  const address = location.hash;
  return () => {
    if (location.hash === address) redraw();
  };
}

/** Returns what is known, and loads it again if the game has changed since. @param {Play<"voices">} play @returns {Latest} */
export function latest(play) {
  /** @type {Latest} */
  const known = (play.ui["latest"] ??= { version: -1, changes: 0, isLoading: false });
  if (known.version !== play.game.version && !known.isLoading) void load(play, known);
  return known;
}

/** @param {Play<"voices">} play @param {Latest} known */
async function load({ game, redraw }, known) {
  known.isLoading = true;
  const draw = whileOpen(redraw);
  const changes = known.changes;
  const path = { id: game.id };
  try {
    const [score, key] = await Promise.all([
      // The answer can also be text or speech, but not to this request.
      /** @type {Promise<Schemas["Score"]>} */ (ok(untilAnswered(() => api.GET("/v1/games/{id}/score", { params: { path } })))),
      pronunciationKey(),
    ]);
    Object.assign(known, { score, key });
  } catch (error) {
    expected(error);
  } finally {
    known.isLoading = false;
    if (known.changes === changes) known.version = game.version;
    draw();
  }
}

/** Sends actions that change the score. After the end of a game, they do not change its version. @param {Play<"voices">} play @param {Parameters<Play<"voices">["act"]>[0]} actions */
export async function change(play, actions) {
  const isDone = await play.act(actions);
  const known = latest(play);
  known.changes += 1;
  known.version = -1;
  play.redraw();
  return isDone;
}
