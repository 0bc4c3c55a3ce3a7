// The home page, and the page for a missing one. Without this script the home page has no list of games, but is readable in
// English.
/** @import { RulesetId } from "./types.js" */
import { h, show } from "./lib/dom.js";
import { language, load, t, translate } from "./lib/i18n.js";
import { server } from "./lib/session.js";
import { NAMES } from "./rulesets/index.js";

// Guides and rules are on the server, also if this page is elsewhere.
for (const link of document.querySelectorAll("a[href^='/']")) link.setAttribute("href", server + link.getAttribute("href"));
await load("common", ...(language === "en" ? [] : ["home"]));
if (language !== "en") translate(document);
const list = document.getElementById("games");
if (list !== null) show(list, ...NAMES.map(game));

/** @param {RulesetId} ruleset */
function game(ruleset) {
  return h(
    "li",
    {},
    h("a", { href: `${server}/rules/${ruleset}` }, t(`ruleset-${ruleset}`)),
    " ",
    h("span", { class: "note" }, t(`ruleset-${ruleset}-about`)),
  );
}
