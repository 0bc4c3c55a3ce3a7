// The games of the player, invitations, and ways to begin a game.
/** @import { GameSummary, Schemas } from "../types.js" */
import { api, ok, refresher } from "../lib/api.js";
import { clock } from "../lib/clock.js";
import { h, show } from "../lib/dom.js";
import { listen } from "../lib/feed.js";
import { list, t } from "../lib/i18n.js";
import { account } from "../lib/session.js";
import { NAMES } from "../rulesets/index.js";
import { outcome } from "./game/log.js";

/** @param {HTMLElement} root */
export async function open(root) {
  const me = account()?.player;
  document.title = "Broadside";
  if (me === undefined) {
    show(root, h("h1", {}, t("lobby-welcome")), h("p", {}, t("lobby-none-yet")), begin());
    return undefined;
  }
  const mine = (/** @type {Schemas["GameStatus"]} */ status, cursor = "") =>
    ok(api.GET("/v1/games", { params: { query: { which: "mine", status, limit: 50, ...(cursor && { cursor }) } } }));
  /** Finished games, the newest first: of the first page, and of those that the player has asked for. @type {GameSummary[]} */
  let finished = [];
  /** Cursor of the next page of them; null after the last. @type {string | null | undefined} */
  let next;
  /** @param {GameSummary[]} games */
  const unique = (games) => games.filter(({ id }, index) => games.findIndex((game) => game.id === id) === index);
  const more = async () => {
    const page = await mine("finished", next ?? "");
    finished = unique([...finished, ...page.games]);
    next = page.next;
    await refresh();
  };
  const draw = async () => {
    const [urgent, playing, placing, waiting, over, challenges, open, watch] = await Promise.all([
      ok(api.GET("/v1/games", { params: { query: { which: "my_turn", limit: 50 } } })),
      mine("playing"),
      mine("placing"),
      mine("waiting"),
      mine("finished"),
      ok(api.GET("/v1/challenges", {})),
      ok(api.GET("/v1/games", { params: { query: { which: "open", limit: 20 } } })),
      ok(api.GET("/v1/games", { params: { query: { which: "public", status: "playing", limit: 10 } } })),
    ]);
    finished = unique([...over.games, ...finished]);
    if (next === undefined) next = over.next;
    const others = [playing, placing, waiting].flatMap(({ games }) => games).filter(({ next_action }) => next_action === undefined);
    show(
      root,
      h("h1", {}, t("lobby-hello", { name: me.name ?? "" })),
      challenges.challenges.length > 0 && section("lobby-challenges", challenges.challenges.map(challenge)),
      section("lobby-my-turn", urgent.games.map((game) => item(game, me)), t("lobby-no-turn")),
      others.length > 0 && section("lobby-waiting", others.map((game) => item(game, me))),
      begin(),
      open.games.length > 0 && section("lobby-open", open.games.map((game) => item(game, me, `#/join/${game.id}`))),
      watch.games.length > 0 && section("lobby-watch", watch.games.map((game) => item(game, me))),
      finished.length > 0 && section("lobby-over", finished.map((game) => item(game, me))),
      next && h("p", { class: "buttons", key: "more" }, h("button", { type: "button", onclick: () => void more() }, t("lobby-more"))),
    );
  };
  const closed = new AbortController();
  const refresh = refresher(draw, closed.signal);
  await refresh();
  const stop = listen(() => void refresh());
  return () => {
    closed.abort();
    stop();
  };
}

/** @param {string} title @param {HTMLElement[]} items @param {string} [none] */
function section(title, items, none) {
  return h("section", { key: title }, h("h2", {}, t(title)), items.length > 0 ? h("ul", { class: "games" }, items) : h("p", {}, none ?? ""));
}

/** @param {GameSummary} game @param {Schemas["Player"]} me @param {string} [href] */
function item(game, me, href = `#/games/${game.id}`) {
  const others = game.seats.filter(({ player }) => player?.id !== me.id).map(({ player }) => player?.name ?? t("nobody-yet"));
  const name = (/** @type {number} */ seat) => game.seats.find((each) => each.seat === seat)?.player?.name ?? "";
  const play = /** @type {any} */ ({ name, seat: game.you?.seat });
  const state = game.outcome ? outcome(game.outcome, play) : game.next_action === "place" ? t("status-place") : "";
  return h(
    "li",
    { key: game.id },
    h("a", { href }, h("strong", {}, t(`ruleset-${game.ruleset}`)), others.length > 0 && ` – ${list(others)}`),
    state && h("span", { class: "note" }, state),
    clock(game, game.you?.seat),
  );
}

/** @param {Schemas["Challenge"]} challenge */
function challenge({ game, by }) {
  return h(
    "li",
    { key: game.id },
    t("lobby-challenge", { name: by.name ?? t("nobody"), game: t(`ruleset-${game.ruleset}`) }),
    " ",
    h("a", { href: `#/join/${game.id}` }, t("lobby-answer")),
  );
}

/** Ways to begin a game. */
function begin() {
  return h(
    "section",
    { key: "begin" },
    h("h2", {}, t("lobby-begin")),
    h(
      "ul",
      { class: "cards" },
      NAMES.map((ruleset) =>
        h(
          "li",
          { key: ruleset },
          h("h3", {}, t(`ruleset-${ruleset}`)),
          h("p", {}, t(`ruleset-${ruleset}-about`)),
          h("p", { class: "buttons" },
            h("a", { class: "button primary", href: `#/quick/${ruleset}` }, t(ruleset === "solo" ? "lobby-alone" : "lobby-bot")),
            h("a", { class: "button", href: `#/new/${ruleset}` }, t("lobby-options")),
          ),
        ),
      ),
    ),
  );
}
