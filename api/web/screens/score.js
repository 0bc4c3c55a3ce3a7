// The performance of a score of SALVO for 2 voices: a music stand that turns its own pages.
/** @import { Child, Game, Schemas } from "../types.js" */
/** @import { Item } from "../rulesets/voices/phones.js" */
/** @import { Page } from "./score/pages.js" */
import { api, ok, untilAnswered } from "../lib/api.js";
import { announce, h, loadStyle, show } from "../lib/dom.js";
import { listen, showConnection } from "../lib/feed.js";
import { language, list, load, t } from "../lib/i18n.js";
import { expected, problem } from "../lib/problem.js";
import { goes } from "../lib/send.js";
import { follow } from "../lib/stream.js";
import { confirmed } from "../lib/confirm.js";
import { keyWord, pronunciationKey } from "../rulesets/voices/phones.js";
import { onVoices, silence, speak, voices } from "../rulesets/voices/speech.js";
import { beats, pagesOf } from "./score/pages.js";
import { inWords, pageElement } from "./score/stand.js";

/** @param {HTMLElement} root @param {string[]} parameters */
export async function open(root, [id = ""]) {
  await Promise.all([load("common", "score", "voices"), loadStyle("voices")]);
  const screen = new ScoreScreen(root, id);
  await screen.start();
  return () => screen.close();
}

class ScoreScreen {
  /** @type {Game} */ game = /** @type {any} */ (undefined);
  /** @type {Schemas["Score"]} */ score = /** @type {any} */ (undefined);
  /** @type {Schemas["PronunciationKey"] | undefined} */ key;
  /** @type {Page[]} */ pages = [];
  /** Index of the current item. */
  index = 0;
  isPlaying = false;
  isSending = false;
  isSpeaking = false;
  /** Phones in a minute. */
  tempo = 120;
  /** Size of the type, in percent. */
  size = 100;
  /** @type {import("../lib/problem.js").Trouble} */ problem;
  /** @type {Record<string, any>} */ ui = {};
  #closed = new AbortController();
  #timer = 0;
  #root;
  #id;

  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.#root = root;
    this.#id = id;
  }

  get #path() {
    return { params: { path: { id: this.#id } } };
  }

  get seat() {
    return this.game.you?.seat;
  }

  get items() {
    return this.score.items;
  }

  async start() {
    [this.key] = await Promise.all([pronunciationKey(), this.reload()]);
    const { signal } = this.#closed;
    document.addEventListener("keydown", (event) => this.#press(event), { signal });
    document.addEventListener("fullscreenchange", () => this.redraw(), { signal });
    signal.addEventListener("abort", onVoices(() => this.redraw()));
    if (this.seat !== undefined) signal.addEventListener("abort", listen((message) => this.#hear(message)));
    else void follow(`/v1/games/${this.#id}/events`, (message) => this.#hear(message), showConnection, signal);
    this.redraw();
    this.#keepAwake(signal);
  }

  /** The score grows with the game. @param {import("../lib/feed.js").Message} message */
  #hear(message) {
    if (message.event === "step" && message.data.game === this.#id) void this.reload();
  }

  close() {
    this.#closed.abort();
    this.#stop();
    if (document.fullscreenElement !== null) void document.exitFullscreen();
  }

  async reload() {
    const [game, score] = await Promise.all([
      ok(api.GET("/v1/games/{id}", this.#path)),
      // The answer can also be text or speech, but not to this request.
      /** @type {Promise<Schemas["Score"]>} */ (ok(api.GET("/v1/games/{id}/score", this.#path))),
    ]);
    Object.assign(this, { game, score, pages: pagesOf(score) });
    if (this.key !== undefined && !this.#closed.signal.aborted) this.redraw();
  }

  /** The screen of a music stand must not go dark. @param {AbortSignal} signal */
  #keepAwake(signal) {
    /** @type {WakeLockSentinel | undefined} */
    let lock;
    const request = async () => {
      if (document.visibilityState !== "visible") return;
      // The browser may refuse, for example if the battery is low. It ends the lock when the page is hidden.
      lock = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (signal.aborted) void lock?.release();
    };
    document.addEventListener("visibilitychange", request, { signal });
    signal.addEventListener("abort", () => void lock?.release());
    void request();
  }

  /** @param {number} seat */
  name(seat) {
    const player = this.game.seats.find((each) => each.seat === seat)?.player;
    return seat === this.seat ? t("you") : (player?.name ?? t("seat", { seat }));
  }

  /** Goes to an item. @param {number} index */
  go(index) {
    clearTimeout(this.#timer);
    this.index = Math.min(Math.max(index, 0), Math.max(this.items.length - 1, 0));
    this.redraw();
    this.#scroll();
    const item = this.items[this.index];
    if (item === undefined) return;
    if (this.isPlaying) this.#sound(item);
    else if (this.isSpeaking) void speak([item], this.key);
    else announce(inWords(item, (seat) => this.name(seat)));
  }

  /** Sounds the current item in time, then goes to the next. @param {Item} item */
  #sound(item) {
    const next = () => {
      if (!this.isPlaying) return;
      if (this.index + 1 < this.items.length) this.go(this.index + 1);
      else this.#stop();
    };
    const beat = 60_000 / this.tempo;
    if (this.isSpeaking && voices().length > 0) {
      const { index } = this;
      void speak([item], this.key).then(() => {
        if (this.isPlaying && this.index === index) this.#timer = setTimeout(next, 2 * beat);
      });
      return;
    }
    silence();
    this.#beat(item, 0, next);
  }

  /** Marks the phone of a beat, unless the reader wants less motion. @param {Item} item @param {number} beat @param {() => void} next */
  #beat(item, beat, next) {
    const current = this.#root.querySelector(".item.current");
    for (const phone of current?.querySelectorAll("[data-beat]") ?? []) phone.classList.toggle("now", !isCalm() && phone.getAttribute("data-beat") === String(beat));
    this.#timer = setTimeout(() => (beat + 1 < beats(item) ? this.#beat(item, beat + 1, next) : next()), 60_000 / this.tempo);
  }

  #stop() {
    clearTimeout(this.#timer);
    silence();
    this.isPlaying = false;
    if (!this.#closed.signal.aborted) this.redraw();
  }

  #toggle() {
    if (this.isPlaying) return this.#stop();
    this.isPlaying = true;
    // At the end, the performance begins again.
    this.go(this.index + 1 < this.items.length ? this.index : 0);
  }

  #scroll() {
    const stand = this.#root.querySelector(".stand");
    const current = this.#root.querySelector(".item.current");
    if (!(stand instanceof HTMLElement) || !(current instanceof HTMLElement)) return;
    // Small screens have no room for the whole page: the music stand and its buttons matter most.
    stand.parentElement?.scrollIntoView({ block: "nearest" });
    const top = current.getBoundingClientRect().top - stand.getBoundingClientRect().top + stand.scrollTop;
    stand.scrollTo({ top: top - stand.clientHeight / 4, behavior: isCalm() ? "auto" : "smooth" });
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.matches("input, select, textarea")) return;
    // Letters act only while the focus is in the performance (WCAG 2.1.4).
    if (event.key.length === 1 && event.key !== " " && !target?.closest(".performance")) return;
    // Space presses a button that has the focus.
    if (event.key === " " && target?.matches("button, a, summary")) return;
    const move = {
      " ": () => this.go(this.index + 1),
      ArrowRight: () => this.go(this.index + 1),
      PageDown: () => this.go(this.index + 1),
      ArrowLeft: () => this.go(this.index - 1),
      PageUp: () => this.go(this.index - 1),
      Home: () => this.go(0),
      End: () => this.go(this.items.length - 1),
      p: () => this.#toggle(),
      f: () => this.#fullScreen(),
    }[event.key];
    if (move === undefined) return;
    event.preventDefault();
    move();
  }

  /** A tap on the left quarter goes back, elsewhere on. @param {MouseEvent} event */
  #tap(event) {
    const stand = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    this.go(event.clientX < stand.left + stand.width / 4 ? this.index - 1 : this.index + 1);
  }

  #fullScreen() {
    if (document.fullscreenElement !== null) void document.exitFullscreen();
    else void this.#root.querySelector(".performance")?.requestFullscreen?.();
  }

  redraw() {
    const { game, pages, index } = this;
    document.title = `${t("score-title")} – ${t(`ruleset-${game.ruleset}`)}`;
    const page = pages.find(({ first, last }) => index >= first && index <= last);
    const stand = page === undefined ? h("p", {}, t("voices-silence")) : pageElement(page, pages[pages.indexOf(page) + 1], { seats: game.seats.map(({ seat }) => seat), name: (seat) => this.name(seat), index });
    const section = h(
      "section",
      { class: `performance voices-${this.score.voices}`, key: "performance", "aria-label": t("score-title") },
      h("div", { class: "stand", key: "stand", tabindex: 0, role: "group", "aria-label": t("score-stand"), onclick: (/** @type {any} */ event) => this.#tap(event) }, stand),
      this.#controls(),
    );
    section.style.setProperty("--voices", String(this.score.voices));
    section.style.setProperty("--type", String(this.size / 100));
    show(
      this.#root,
      h("div", { class: "buttons", key: "title" }, h("h1", {}, t("score-title")), h("a", { href: `#/games/${this.#id}` }, t("score-game"))),
      problem(this.problem),
      section,
      h("p", { class: "hint", key: "keys" }, t("score-keys")),
      this.#own(),
      this.#keyWords(),
    );
  }

  /** @returns {Child} */
  #controls() {
    const { index, items, isPlaying } = this;
    const isLast = index + 1 >= items.length;
    const button = (/** @type {string} */ text, /** @type {() => void} */ act, isDisabled = items.length === 0) =>
      h("button", { type: "button", key: text, ...goes(isDisabled, act) }, t(text));
    const isSilent = voices().length === 0;
    /** @param {"tempo" | "size"} name @param {number} min @param {number} max @param {number} step */
    const slider = (name, min, max, step) =>
      h("label", { key: name }, t(`score-${name}`, { value: this[name] }), h("input", { type: "range", min, max, step, value: this[name], oninput: (/** @type {any} */ event) => { this[name] = Number(event.target.value); this.redraw(); } }));
    const toggleSpeech = (/** @type {any} */ event) => {
      this.isSpeaking = event.target.checked;
      if (!this.isSpeaking) silence();
      this.redraw();
    };
    return h(
      "div",
      { class: "controls", key: "controls" },
      h(
        "div",
        { class: "buttons" },
        button("score-first", () => this.go(0), index === 0),
        button("score-back", () => this.go(index - 1), index === 0),
        h("button", { type: "button", class: "primary", key: "play", disabled: items.length === 0, onclick: () => this.#toggle() }, isPlaying ? t("score-pause") : t("score-play")),
        button("score-on", () => this.go(index + 1), isLast),
        button("score-last", () => this.go(items.length - 1), isLast),
        h("span", { class: "place" }, t("score-place", { place: items.length === 0 ? 0 : index + 1, count: items.length })),
        document.fullscreenEnabled && button(document.fullscreenElement === null ? "score-full" : "score-window", () => this.#fullScreen(), false),
      ),
      h(
        "details",
        { key: "settings" },
        h("summary", {}, t("score-settings")),
        h(
          "div",
          { class: "settings" },
          slider("tempo", 30, 400, 10),
          slider("size", 60, 200, 10),
          h("label", { class: "check", key: "speech" }, h("input", { type: "checkbox", disabled: isSilent, "aria-describedby": "score-speech", onchange: toggleSpeech }), t("score-speak")),
          h("p", { class: "hint", id: "score-speech", key: "near" }, isSilent ? t("voices-no-voice") : t("voices-speech-near")),
        ),
      ),
    );
  }

  /** What the player can still change, and the button that makes it final. @returns {Child} */
  #own() {
    const { score, game, seat } = this;
    const closed = score.closed.map((each) => this.name(each));
    const until = score.closes_at === null ? undefined : new Date(score.closes_at);
    if (seat === undefined || game.status !== "finished" || until === undefined) return null;
    const isOpen = until > new Date() && !score.closed.includes(seat);
    const when = until.toLocaleDateString(language, { dateStyle: "long" });
    const redraw = () => this.redraw();
    return h(
      "section",
      { key: "own", "aria-label": t("score-own") },
      h("h2", {}, t("score-own")),
      h("p", {}, isOpen ? t("score-open", { when }) : t("score-closed")),
      closed.length > 0 && h("p", {}, t("score-closed-by", { names: list(closed) })),
      isOpen && h("p", { class: "buttons" }, h("a", { class: "button", href: `#/games/${this.#id}` }, t("score-edit")),
        confirmed({ ui: this.ui, redraw, isSending: this.isSending }, "score-close", true, () => void this.#close())),
    );
  }

  async #close() {
    this.isSending = true;
    this.problem = undefined;
    try {
      const header = (/** @type {string} */ key) => ({ params: { path: { id: this.#id }, header: { "Idempotency-Key": key } } });
      await ok(untilAnswered((key) => api.POST("/v1/games/{id}/score/close", header(key))));
      announce(t("score-closed"));
    } catch (error) {
      this.problem = expected(error);
    } finally {
      this.isSending = false;
      await this.reload();
    }
  }

  /** The pronunciation key. @returns {Child} */
  #keyWords() {
    const phones = this.key?.phones ?? [];
    return h(
      "details",
      { key: "key" },
      h("summary", {}, t("score-key")),
      h("dl", { class: "key" }, phones.map((entry) => h("div", { key: entry.phone }, h("dt", {}, entry.phone), h("dd", {}, keyWord(entry))))),
    );
  }
}

/** True if the reader wants less motion. */
function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
