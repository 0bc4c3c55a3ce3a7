// A game against the computer, without any questions.
/** @import { Schemas } from "../types.js" */
import { ensureAccount } from "../lib/account.js";
import { api, ok, untilAnswered } from "../lib/api.js";
import { h, show } from "../lib/dom.js";
import { load, t } from "../lib/i18n.js";

/** @param {HTMLElement} root @param {string[]} parameters */
export async function open(root, [ruleset = "classic"]) {
  show(root, h("p", { role: "status" }, t("loading")));
  // What the game needs is on its way while the game is created.
  void import("./game.js");
  void load(ruleset);
  await ensureAccount(t("guest"));
  const opponents = ruleset === "solo" ? [] : [{ kind: "bot", level: "casual" }];
  const body = /** @type {Schemas["GameRequest"]} */ ({ ruleset, opponents, visibility: "private" });
  const game = await ok(untilAnswered((key) => api.POST("/v1/games", { params: { header: { "Idempotency-Key": key } }, body })));
  // Going back must not begin another game.
  location.replace(`#/games/${game.id}`);
}
