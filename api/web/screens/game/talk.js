// The conversation of the players of a game.
/** @import { Child, Game, Schemas } from "../../types.js" */
import { api, ok, ProblemError, refresher, untilAnswered } from "../../lib/api.js";
import { announce, h } from "../../lib/dom.js";
import { t } from "../../lib/i18n.js";
import { expected, problem } from "../../lib/problem.js";
import { account } from "../../lib/session.js";

export class Talk {
  /** @type {Schemas["Message"][]} */ messages = [];
  #draft = "";
  /** @type {import("../../lib/problem.js").Trouble} */ #problem;
  #id;
  #redraw;
  #timeline = "";
  /** True when the messages from before are loaded: the others are read out. */
  #isStarted = false;
  #isSending = false;

  /** @param {string} id @param {() => void} redraw @param {AbortSignal} signal */
  constructor(id, redraw, signal) {
    this.#id = id;
    this.#redraw = redraw;
    /** Loads new messages. */
    this.refresh = refresher(() => this.#load(), signal);
  }

  /** Loads the messages, if the player may read them. After a restore of the server, loads them anew. @param {Game} game */
  async start(game) {
    if (this.#timeline === game.timeline) return;
    this.#timeline = game.timeline;
    this.messages = [];
    this.#isStarted = false;
    if (game.you !== undefined && game.seats.length > 1) await this.refresh();
  }

  async #load() {
    const query = { after: this.messages.at(-1)?.number ?? 0, timeline: this.#timeline, limit: 50 };
    const page = await ok(api.GET("/v1/games/{id}/messages", { params: { path: { id: this.#id }, query } })).catch((error) => {
      // The screen loads the game of the new timeline, and starts again.
      if (error instanceof ProblemError && error.problem?.type.endsWith("/timeline_changed")) return undefined;
      throw error;
    });
    if (page === undefined || query.timeline !== this.#timeline) return;
    this.messages.push(...page.messages);
    if (this.#isStarted) {
      const others = page.messages.filter(({ player }) => player.id !== account()?.player.id);
      for (const { player, text } of others) announce(`${player.name}: ${text ?? ""}`);
    }
    this.#redraw();
    if (page.next !== null) await this.#load();
    else this.#isStarted = true;
  }

  /** @param {HTMLInputElement} field */
  async #send(field) {
    const text = this.#draft.trim();
    if (text === "" || this.#isSending) return;
    this.#isSending = true;
    try {
      const params = { path: { id: this.#id } };
      await ok(untilAnswered((key) => api.POST("/v1/games/{id}/messages", { params: { ...params, header: { "Idempotency-Key": key } }, body: { text } })));
      this.#draft = "";
      this.#problem = undefined;
      field.value = "";
    } catch (error) {
      this.#problem = expected(error);
    } finally {
      this.#isSending = false;
    }
    await this.refresh();
  }

  /** @param {any} screen @returns {Child} */
  element(screen) {
    const { game, seat } = screen;
    if (seat === undefined || game.seats.length < 2) return null;
    const submit = (/** @type {any} */ event) => {
      event.preventDefault();
      void this.#send(event.target.elements.text);
    };
    return h(
      "details",
      { open: true, key: "talk" },
      h("summary", {}, t("talk-title")),
      h(
        "ol",
        { class: "talk", tabindex: 0, "aria-label": t("talk-title") },
        this.messages.map(({ number, player, text }) =>
          h("li", { key: number }, h("strong", {}, player.name ?? t("nobody")), ": ", text ?? t("talk-hidden")),
        ),
      ),
      problem(this.#problem),
      h(
        "form",
        { onsubmit: submit },
        h("label", {}, t("talk-label"), h("input", { name: "text", maxlength: 1000, autocomplete: "off", oninput: (/** @type {any} */ event) => (this.#draft = event.target.value) })),
        h("button", {}, t("talk-send")),
      ),
    );
  }
}
