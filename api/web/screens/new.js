// A form for a new game: the opponent, the options, and the clock.
/** @import { RulesetId, Schemas } from "../types.js" */
import { ensureAccount } from "../lib/account.js";
import { api, ok, untilAnswered } from "../lib/api.js";
import { h, show } from "../lib/dom.js";
import { fields } from "../lib/form.js";
import { load, t } from "../lib/i18n.js";
import { expected, problem } from "../lib/problem.js";
import { account, server } from "../lib/session.js";

const DAYS = [1, 2, 3, 5, 7, 14];

/** @param {HTMLElement} root @param {string[]} parameters */
export async function open(root, [id = "classic", wanted]) {
  const ruleset = /** @type {RulesetId} */ (id);
  const [about, bots] = await Promise.all([
    ok(api.GET("/v1/rulesets/{id}", { params: { path: { id: ruleset } } })),
    ok(api.GET("/v1/bots", {})),
    load(ruleset),
  ]);
  const levels = bots.bots.filter(({ rulesets }) => rulesets.includes(ruleset)).map(({ level }) => level);
  const isAlone = about.seats.max === 1;
  /** @type {{ opponent: string, days: number | "bank" | null, bank: number, increment: number, options: Record<string, any>, name: string, problem: import("../lib/problem.js").Trouble, isSending: boolean }} */
  const form = { opponent: wanted ?? (levels.length > 0 ? "bot:casual" : "invite"), days: wanted === undefined ? null : 3, bank: 240, increment: 24, options: {}, name: account()?.player.name ?? t("guest"), problem: undefined, isSending: false };
  const draw = () => {
    const choose = (/** @type {any} */ event) => {
      form.opponent = event.target.value;
      form.days = form.opponent.startsWith("bot") ? null : (form.days ?? 3);
      draw();
    };
    const chooseClock = (/** @type {any} */ event) => {
      const { value } = event.target;
      form.days = value === "bank" ? value : Number(value) || null;
      draw();
    };
    /** @param {"bank" | "increment"} name @param {number} min @param {number} max */
    const hours = (name, min, max) =>
      h("label", { key: name }, t(`new-clock-${name}`),
        h("input", { type: "number", name, min, max, required: true, value: form[name], onchange: (/** @type {any} */ event) => (form[name] = Number(event.target.value)) }));
    show(
      root,
      h("h1", {}, t("new-title", { game: t(`ruleset-${ruleset}`) })),
      h("p", {}, t(`ruleset-${ruleset}-about`), " ", h("a", { href: `${server}/rules/${ruleset}`, target: "_blank" }, t("rules-link"))),
      h(
        "form",
        { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void create(); } },
        account() === undefined &&
          h("label", {}, t("new-name"), h("input", { name: "name", maxlength: 40, required: true, value: form.name, oninput: (/** @type {any} */ event) => (form.name = event.target.value) })),
        !isAlone &&
          h("label", {}, t("new-opponent"),
            h("select", { name: "opponent", value: form.opponent, onchange: choose },
              levels.map((level) => h("option", { value: `bot:${level}` }, t("new-bot", { level: t(`bot-${level}`) }))),
              h("option", { value: "invite" }, t("new-friend")),
              h("option", { value: "open" }, t("new-anyone")))),
        !isAlone && !form.opponent.startsWith("bot") &&
          h("label", {}, t("new-clock"),
            h("select", { name: "days", value: form.days ?? "", onchange: chooseClock },
              h("option", { value: "" }, t("new-no-clock")),
              DAYS.map((days) => h("option", { value: days }, t("new-days", { days }))),
              h("option", { value: "bank" }, t("new-bank")))),
        !isAlone && form.days === "bank" && [hours("bank", 1, 1_440), hours("increment", 0, 336)],
        h("details", { key: "options" }, h("summary", {}, t("new-options")), h("div", { class: "form" }, fields(/** @type {any} */ (about.options_schema), form.options, draw, { prefix: `option-${ruleset}` }))),
        problem(form.problem),
        h("button", { class: "primary", "aria-disabled": form.isSending ? "true" : null }, t("new-begin")),
      ),
    );
  };
  const create = async () => {
    if (form.isSending) return;
    form.isSending = true;
    draw();
    try {
      await ensureAccount(form.name);
      const [kind, level] = form.opponent.split(":");
      const seats = Number(form.options["seats"] ?? 2);
      const opponent = kind === "bot" ? { kind, level } : { kind };
      const opponents = isAlone ? [] : Array.from({ length: seats - 1 }, () => opponent);
      const options = Object.fromEntries(Object.entries(form.options).filter(([, value]) => typeof value !== "object" || Object.keys(value).length > 0));
      const { days, bank, increment } = form;
      const clock = days === null ? {} : { clock: days === "bank" ? { bank, increment } : { days_per_turn: days } };
      const visibility = kind === "open" ? "public" : "private";
      const body = /** @type {Schemas["GameRequest"]} */ (/** @type {unknown} */ ({ ruleset, options, opponents, visibility, ...clock }));
      // An answer with codes is not stored, so the request has no idempotency key then.
      const game = await ok(
        kind === "invite" && !isAlone
          ? api.POST("/v1/games", { body })
          : untilAnswered((key) => api.POST("/v1/games", { params: { header: { "Idempotency-Key": key } }, body })),
      );
      for (const { seat, code } of game.invitations ?? []) localStorage.setItem(`broadside:code:${game.id}:${seat}`, code);
      location.hash = `#/games/${game.id}`;
    } catch (error) {
      form.problem = expected(error);
    } finally {
      form.isSending = false;
      draw();
    }
  };
  draw();
}
