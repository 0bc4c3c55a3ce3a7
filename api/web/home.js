// The home page is readable without this script, which only translates it.
import { language, load, translate } from "./lib/i18n.js";
import { server } from "./lib/session.js";

// Guides and rules are on the server, also if this page is elsewhere.
for (const link of document.querySelectorAll("a[href^='/']")) link.setAttribute("href", server + link.getAttribute("href"));
if (language !== "en") {
  await load("common", "home");
  translate(document);
}
