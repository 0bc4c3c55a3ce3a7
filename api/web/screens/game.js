// A game: its maps, what the player can do, its log, and what the players say.
/** @import { Child, Event, Game, Play, RulesetModule } from "../types.js" */
import { api, newKey, ok, refresher, untilAnswered } from "../lib/api.js";
import { clock, isOverdue } from "../lib/clock.js";
import { confirmed } from "../lib/confirm.js";
import { announce, h, loadStyle, show } from "../lib/dom.js";
import { listen, showConnection } from "../lib/feed.js";
import { list, load, t } from "../lib/i18n.js";
import { expected, problem } from "../lib/problem.js";
import { account } from "../lib/session.js";
import { play as sound } from "../lib/sound.js";
import { keepingFocus } from "../lib/send.js";
import { follow } from "../lib/stream.js";
import { RULESETS } from "../rulesets/index.js";
import { rememberSeed } from "./game/commitments.js";
import { fairness } from "./game/fairness.js";
import { describe, outcome } from "./game/log.js";
import { replayControls } from "./game/replay.js";
import { notes } from "./game/notes.js";
import { sheets } from "./game/sheets.js";
import { Talk } from "./game/talk.js";
import { players } from "./game/players.js";

/** Actions of every ruleset, which need no form of their own, with whether they ask for confirmation. */
const SHARED = { offer_draw: true, accept_draw: true, decline_draw: false, resign: true, leave: true };

/** Opens the screen of a game. @param {HTMLElement} root @param {string[]} parameters */
export async function open(root, [id = ""]) {
  const screen = new GameScreen(root, id);
  await screen.start();
  return () => screen.close();
}

class GameScreen {
  /** @type {Game} */ game = /** @type {any} */ (undefined);
  /** @type {RulesetModule<any>} */ module = /** @type {any} */ (undefined);
  /** @type {any[]} */ legal = [];
  /** @type {Event[]} */ events = [];
  /** @type {Record<string, any>} */ ui = {};
  isSending = false;
  /** @type {import("../lib/problem.js").Trouble} */ problem;
  /** Step of a finished game that is shown; null for the game as it is. @type {number | null} */
  step = null;
  #closed = new AbortController();
  #isQueued = false;
  #root;
  #id;

  /** Loads the game, its new events and the legal actions. */
  reload = refresher(() => this.#load(), this.#closed.signal);

  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.#root = root;
    this.#id = id;
    this.talk = new Talk(id, () => this.redraw(), this.#closed.signal);
  }

  get #path() {
    return { params: { path: { id: this.#id } } };
  }

  get seat() {
    return this.game.you?.seat;
  }

  async start() {
    await this.reload();
    const { ruleset } = this.game;
    const [module] = await Promise.all([RULESETS[ruleset].page(), load(ruleset), loadStyle(ruleset)]);
    this.module = module.default;
    this.redraw();
    if (this.seat === undefined) this.#watch();
    else this.#closed.signal.addEventListener("abort", listen((message) => this.#hear(message)));
    const ticking = setInterval(() => document.visibilityState === "visible" && this.#tick(), 30_000);
    this.#closed.signal.addEventListener("abort", () => clearInterval(ticking));
    await this.talk.start(this.game);
    await this.#resume();
    this.redraw();
  }

  /** Draws the clocks again. When one has run out, something has happened. */
  #tick() {
    this.redraw();
    if (isOverdue(this.game)) void this.reload();
  }

  close() {
    this.#closed.abort();
  }

  /** Follows the game of others. */
  #watch() {
    const path = `/v1/games/${this.#id}/events?include=game`;
    void follow(path, (message) => this.#hear(message), showConnection, this.#closed.signal);
  }

  /** @param {import("../lib/feed.js").Message} message */
  #hear(message) {
    if (message.event === "message" && message.data.game === this.#id) void this.talk.refresh();
    // A new game can be the rematch of this one.
    if (message.event === "step" && message.data.game !== this.#id && this.game.status !== "finished") return;
    if (message.event === "step" || message.event === "snapshot" || message.event === "restored") void this.reload();
  }

  async #load() {
    const game = await ok(api.GET("/v1/games/{id}", this.#path));
    const legal = this.#loadLegal(game);
    // If the events fail first, this load is repeated anyway.
    legal.catch(() => {});
    if (this.events.length > game.version || (this.game && this.game.timeline !== game.timeline)) this.events = [];
    while (this.events.length < game.version) {
      const query = { after: this.events.length, limit: 500, timeline: game.timeline };
      // This operation can also answer with a stream, but not to this request.
      const page = /** @type {import("../types.js").Schemas["EventPage"]} */ (
        await ok(api.GET("/v1/games/{id}/events", { params: { path: { id: this.#id }, query } }))
      );
      const isFirst = this.events.length === 0;
      this.events.push(...page.events);
      if (!isFirst) this.#announce(page.events, game);
      if (page.events.length === 0) break;
    }
    this.legal = await legal;
    const isRestored = this.game !== undefined && this.game.timeline !== game.timeline;
    this.game = game;
    if (isRestored) void this.talk.start(game);
    this.redraw();
  }

  /** Loads the legal actions of the player. @param {Game} game */
  async #loadLegal(game) {
    const canAct = game.you !== undefined && game.status !== "finished" && game.status !== "cancelled";
    const mayDirect = game.you !== undefined && game.ruleset === "voices";
    return canAct || mayDirect ? (await ok(api.GET("/v1/games/{id}/legal", this.#path))).actions : [];
  }

  /** Tells screen readers what has happened. @param {Event[]} events @param {Game} game */
  #announce(events, game) {
    if (!this.module) return;
    this.game = game;
    const play = this.play();
    const lines = events.map((event) => this.describe(event, play)).filter((line) => line !== undefined);
    if (lines.length > 0) announce(lines.join(" "));
    for (const event of events) sound(event, this.seat);
  }

  /** @param {Event} event @param {Play<any>} play */
  describe(event, play) {
    return this.module.describe(/** @type {any} */ (event), play) ?? describe(event, play);
  }

  /** @returns {Play<any>} */
  play() {
    const isReplay = this.step !== null;
    return {
      game: this.step === null ? this.game : this.module.at(this.game, this.step),
      events: this.events,
      legal: isReplay ? [] : this.legal,
      seat: this.seat,
      name: (seat) => this.name(seat),
      ui: this.ui,
      isSending: this.isSending,
      isReplay,
      act: (actions) => this.act(actions),
      redraw: () => this.redraw(),
    };
  }

  /** @param {number} seat */
  name(seat) {
    if (seat === this.seat) return t("you");
    const taken = this.game.seats.find((each) => each.seat === seat);
    if (taken?.player?.name) return taken.player.name;
    const hasBegun = this.game.status === "playing" || this.game.status === "finished";
    return hasBegun ? t("nobody") : t("seat", { seat });
  }

  get #key() {
    return `broadside:move:${account()?.player.id}:${this.#id}`;
  }

  /** Sends actions once, even if the network fails or the page is closed in between. @param {any[]} actions */
  async act(actions) {
    const body = { ruleset: this.game.ruleset, actions };
    return await this.#send({ key: newKey(), kind: "act", body });
  }

  /** @param {any} placement */
  async #place(placement) {
    const seed = this.ui["seed"] || undefined;
    const body = { ruleset: this.game.ruleset, placement, ...(seed && { seed }) };
    return await this.#send({ key: newKey(), kind: "place", body });
  }

  /** Closes the editor after a placement. */
  #placed() {
    this.ui["again"] = false;
    this.redraw();
  }

  /** Sends a move that was on its way when the page was closed. */
  async #resume() {
    const stored = localStorage.getItem(this.#key);
    if (stored !== null) await this.#send(JSON.parse(stored));
  }

  /** @param {{ key: string, kind: "act" | "place", body: any }} move */
  async #send(move) {
    if (this.isSending) return false;
    this.isSending = true;
    this.problem = undefined;
    // A move that cannot be undone is not sent again by a page that was closed in between.
    const isGrave = move.kind === "act" && move.body.actions.some((/** @type {{ type: string }} */ { type }) => Reflect.get(SHARED, type));
    if (!isGrave) localStorage.setItem(this.#key, JSON.stringify(move));
    this.redraw();
    try {
      const place = (/** @type {string} */ key) =>
        api.PUT("/v1/games/{id}/seats/me/placement", { ...this.keyed(key), body: move.body });
      const act = (/** @type {string} */ key) => api.POST("/v1/games/{id}/actions", { ...this.keyed(key), body: move.body });
      await (move.kind === "place" ? ok(untilAnswered(place, move.key)) : ok(untilAnswered(act, move.key)));
      if (move.body.seed && this.seat !== undefined) rememberSeed(this.game, this.seat, move.body.seed);
      return true;
    } catch (error) {
      this.problem = expected(error);
      return false;
    } finally {
      localStorage.removeItem(this.#key);
      // Until the new state is there, the old one would let the player move again.
      try {
        await this.reload();
      } finally {
        this.isSending = false;
        this.redraw();
      }
    }
  }

  /** Sends another change of the game. @param {(key: string) => Promise<any>} send */
  async change(send) {
    this.problem = undefined;
    try {
      return await ok(untilAnswered(send));
    } catch (error) {
      this.problem = expected(error);
    } finally {
      await this.reload();
    }
    return undefined;
  }

  /** Draws the screen soon: several changes at once are drawn together. */
  redraw() {
    if (this.#isQueued) return;
    this.#isQueued = true;
    queueMicrotask(() => {
      this.#isQueued = false;
      if (!this.#closed.signal.aborted && this.module) keepingFocus(this.#root, () => this.#draw());
    });
  }

  #draw() {
    const { game } = this;
    const play = this.play();
    const status = this.#status(play);
    document.title = `${t(`ruleset-${game.ruleset}`)} – ${status}`;
    show(
      this.#root,
      h("h1", {}, t(`ruleset-${game.ruleset}`)),
      players(this),
      h("p", { class: `status ${this.isMyTurn ? "mine" : ""}`, role: "status" }, status, clock(game, this.seat), this.isSending && h("span", { class: "sending note" }, t("sending"))),
      problem(this.problem),
      game.restored && h("p", { class: "problem" }, t("game-restored", { version: game.restored.version })),
      h("section", { class: "table", key: "table", "aria-label": t("game-table") }, this.#table(play)),
      this.#actions(play),
      replayControls(this),
      h(
        "div",
        { class: "aside", key: "aside" },
        this.#log(play),
        this.talk.element(this),
        this.seat !== undefined && notes(this),
        sheets(this),
        fairness(this),
      ),
    );
  }

  get isMyTurn() {
    return this.game.next_action !== undefined;
  }

  /** One line about the state of the game. @param {Play<any>} play */
  #status(play) {
    const { game } = this;
    switch (game.status) {
      case "waiting":
        return t("status-waiting");
      case "placing":
        if (game.next_action === "place") return t("status-place");
        return this.isMyTurn ? t("status-your-turn") : t("status-placing");
      case "cancelled":
        return t("status-cancelled");
      case "finished":
        return game.outcome ? outcome(game.outcome, play) : t("status-finished");
      default: {
        if (this.isMyTurn) return t("status-your-turn");
        return t("status-their-turn", { names: list(game.to_move.map((seat) => this.name(seat))) });
      }
    }
  }

  /** @param {Play<any>} play @returns {Child} */
  #table(play) {
    const { game } = this;
    if (game.status === "waiting") return null;
    const own = game.seats.find(({ seat }) => seat === this.seat);
    const mayPlace = game.next_action === "place" || (game.status === "placing" && own !== undefined);
    if (mayPlace && (!own?.placed || this.ui["again"])) {
      return [
        this.module.placement(play, (placement) => void this.#place(placement).then((done) => done && this.#placed())),
        h(
          "details",
          {},
          h("summary", {}, t("seed-title")),
          h("label", {}, t("seed-label"), h("input", { maxlength: 128, pattern: "[ -~]*", "aria-describedby": "seed-why", oninput: (/** @type {any} */ event) => (this.ui["seed"] = event.target.value) })),
          h("p", { id: "seed-why" }, t("seed-why")),
        ),
      ];
    }
    if (game.status === "placing") {
      const again = () => {
        this.ui["again"] = true;
        this.redraw();
      };
      return [
        own?.placed && !this.isMyTurn && h("p", {}, t("placed-waiting")),
        own?.placed && h("button", { type: "button", onclick: again }, t("place-again")),
        this.module.boards(play),
      ];
    }
    return this.module.boards(play);
  }

  /** Buttons of the actions that all games share. @param {Play<any>} play */
  #actions(play) {
    const offered = this.legal.map(({ type }) => type).filter((type) => type in SHARED);
    const { game } = this;
    const from = game.draw_offer !== undefined && game.draw_offer !== this.seat;
    const isCreator = game.created_by === account()?.player.id;
    const isOver = game.status === "finished" || game.status === "cancelled";
    return h(
      "div",
      { class: "buttons", key: "actions" },
      from && h("p", { class: "offer" }, t("draw-offered", { name: this.name(game.draw_offer ?? 0) })),
      Object.entries(SHARED).map(([type, isGrave]) => {
        if (!offered.includes(type)) return null;
        const send = () => void this.act([{ type }]);
        return confirmed(play, `action-${type}`, isGrave, send);
      }),
      !isOver && game.status !== "playing" && this.seat !== undefined && !isCreator &&
        confirmed(play, "seat-leave", true, () => this.#leaveSeat()),
      !isOver && game.status !== "playing" && isCreator &&
        confirmed(play, "game-abort", true, () => void this.change((key) => api.POST("/v1/games/{id}/abort", this.keyed(key)))),
      isOver && this.seat !== undefined && game.status === "finished" &&
        h("button", { type: "button", class: "primary", onclick: () => void this.#rematch() }, game.rematch ? t("rematch-open") : t("rematch")),
    );
  }

  #leaveSeat() {
    // With the seat, its seed is withdrawn.
    if (this.seat !== undefined) rememberSeed(this.game, this.seat);
    void this.change((key) => api.DELETE("/v1/games/{id}/seats/me", this.keyed(key)));
  }

  /** Parameters of a request with an idempotency key. @param {string} key */
  keyed(key) {
    return { params: { path: { id: this.#id }, header: { "Idempotency-Key": key } } };
  }

  async #rematch() {
    const { rematch } = this.game;
    const game = rematch ?? (await this.change((key) => api.POST("/v1/games/{id}/rematch", this.keyed(key))))?.id;
    if (game !== undefined) location.hash = `#/games/${game}`;
  }

  /** @param {Play<any>} play */
  #log(play) {
    const lines = this.events.map((event) => ({ event, line: this.describe(event, play) })).filter(({ line }) => line !== undefined);
    return h(
      "details",
      { open: true, key: "log" },
      h("summary", {}, t("log-title")),
      h("ol", { class: "log", tabindex: 0, "aria-label": t("log-title"), reversed: true }, lines.reverse().map(({ event, line }) => h("li", { key: event.seq, value: event.seq }, line))),
    );
  }
}
