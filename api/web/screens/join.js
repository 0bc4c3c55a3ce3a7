// An invitation: who invites, to which game, and the buttons to accept or decline.
import { ensureAccount } from "../lib/account.js";
import { api, ok, ProblemError, untilAnswered } from "../lib/api.js";
import { h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { expected, problem } from "../lib/problem.js";
import { account, server } from "../lib/session.js";

/** @param {HTMLElement} root @param {string[]} parameters */
export async function open(root, [id = "", code]) {
  /** @type {{ name: string, problem: import("../lib/problem.js").Trouble, isSending: boolean }} */
  const form = { name: account()?.player.name ?? "", problem: undefined, isSending: false };
  const path = { id };
  const join = async () => {
    if (form.isSending) return;
    form.isSending = true;
    draw();
    try {
      await ensureAccount(form.name);
      const body = code === undefined ? {} : { code };
      await ok(untilAnswered((key) => api.POST("/v1/games/{id}/seats", { params: { path, header: { "Idempotency-Key": key } }, body })));
      location.replace(`#/games/${id}`);
    } catch (error) {
      form.problem = error instanceof ProblemError && error.status === 404 ? t("join-wrong") : expected(error);
    } finally {
      form.isSending = false;
      draw();
    }
  };
  const decline = async () => {
    if (form.isSending) return;
    form.isSending = true;
    draw();
    try {
      await ok(untilAnswered((key) => api.POST("/v1/games/{id}/decline", { params: { path, header: { "Idempotency-Key": key } }, body: { reason: "other" } })));
      location.replace("#/");
    } catch (error) {
      form.problem = expected(error);
    } finally {
      form.isSending = false;
      draw();
    }
  };
  const known = account() === undefined || code !== undefined ? undefined : await ok(api.GET("/v1/games/{id}", { params: { path } }));
  const isReserved = known?.seats.some(({ reserved_for }) => reserved_for === account()?.player.id);
  const draw = () => {
    document.title = t("join-title");
    show(
      root,
      h("h1", {}, t("join-title")),
      h("p", {}, known === undefined ? t("join-text") : t("join-game", { game: t(`ruleset-${known.ruleset}`) })),
      known && h("p", {}, h("a", { href: `${server}/rules/${known.ruleset}`, target: "_blank" }, t("rules-link"))),
      h(
        "form",
        { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void join(); } },
        account() === undefined &&
          h("label", {}, t("new-name"), h("input", { name: "name", required: true, maxlength: 40, value: form.name, oninput: (/** @type {any} */ event) => (form.name = event.target.value) })),
        problem(form.problem),
        h("p", { class: "buttons" },
          h("button", { class: "primary", "aria-disabled": form.isSending ? "true" : null }, t("join-accept")),
          isReserved && h("button", { type: "button", "aria-disabled": form.isSending ? "true" : null, onclick: () => void decline() }, t("join-decline"))),
      ),
    );
  };
  draw();
}
