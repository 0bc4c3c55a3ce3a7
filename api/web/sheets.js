// The page of the blank sheets: a gallery of all kinds, and a form with a preview of one. The address keeps the choice,
// as in /sheets#voices-pack?battle=3&paper=a5.
/** @import { Schemas } from "./types.js" */
import { api, NetworkError, ok, pause, ProblemError } from "./lib/api.js";
import { byId, enableSkipLink, h, show } from "./lib/dom.js";
import { language, load, t, translate } from "./lib/i18n.js";
import { words } from "./lib/problem.js";
import { server } from "./lib/session.js";
import { optionFields, REQUIRED } from "./sheets/options.js";
import { Preview } from "./sheets/preview.js";

const preview = new Preview(() => draw());
/** The kinds of sheets, when they are loaded. @type {Schemas["Sheets"]} */
let known;

/** The kind in the address, and its options. @returns {{ kind: string, options: Record<string, string> }} */
function choice() {
  const [kind = "", query = ""] = location.hash.slice(1).split("?");
  return { kind, options: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a choice on this page. @param {string} kind @param {Record<string, string>} options */
function address(kind, options) {
  const query = new URLSearchParams(options).toString();
  return `#${kind}${query && `?${query}`}`;
}

/** The address of a file. @param {string} kind @param {string} format @param {Record<string, string>} options */
function file(kind, format, options) {
  return `${server}/v1/sheets/${kind}.${format}?${new URLSearchParams({ lang: language, ...options })}`;
}

function gallery() {
  document.title = `Broadside – ${t("menu-sheets")}`;
  show(
    byId("screen"),
    h("h1", {}, t("sheets-title-page")),
    h("p", {}, t("sheets-about")),
    h(
      "ul",
      { class: "cards gallery" },
      known.sheets.map(({ kind, required }) => {
        const options = Object.fromEntries(required.map((name) => [name, REQUIRED[name] ?? ""]));
        return h(
          "li",
          { key: kind },
          h("a", { href: address(kind, options) },
            h("img", { "data-src": file(kind, "png", { ...options, dpi: "44" }), alt: "", width: 210, height: 297 }),
            h("strong", {}, t(`sheet-${kind}`))),
          h("p", {}, t(`sheet-${kind}-about`)),
        );
      }),
    ),
  );
}

/** Shows an error in place of the page. @param {unknown} error */
function fail(error) {
  console.error(error);
  const again = h("button", { type: "button", onclick: () => location.reload() }, t("failed-again"));
  show(byId("screen"), h("h1", {}, t("failed-title")), h("p", { role: "alert" }, error instanceof ProblemError || error instanceof NetworkError ? words(error) : String(error)), again);
}

/** Loads the pictures of the gallery one after the other, since the server draws few pictures at once. */
async function loadPictures() {
  for (const picture of document.querySelectorAll("img")) {
    const address = picture.dataset["src"];
    for (let attempt = 0; address !== undefined && attempt < 5 && picture.isConnected; attempt += 1) {
      picture.src = address;
      const isLoaded = await picture.decode().then(() => true, () => false);
      if (isLoaded) break;
      await pause(1_000);
      picture.removeAttribute("src");
    }
  }
}

/** @param {Schemas["SheetKind"]} sheet @param {Record<string, string>} options */
function form(sheet, options) {
  const { kind } = sheet;
  document.title = `${t(`sheet-${kind}`)} – Broadside`;
  const change = (/** @type {string} */ name, /** @type {string} */ value) => {
    const { [name]: _, ...rest } = choice().options;
    history.replaceState(null, "", address(kind, value === "" ? rest : { ...rest, [name]: value }));
    void draw();
  };
  preview.load(file(kind, "svg", options));
  show(
    byId("screen"),
    h("p", {}, h("a", { href: "#" }, t("sheets-all"))),
    h("h1", {}, t(`sheet-${kind}`)),
    h("p", {}, t(`sheet-${kind}-about`)),
    h(
      "div",
      { class: "sheet" },
      h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() }, optionFields(kind, [...sheet.options, "paper", "orientation", "look", "n_up", "margin", "lang"], known, options, change)),
      h(
        "div",
        {},
        h("p", { class: "buttons" },
          h("button", { type: "button", class: "primary", disabled: preview.problem !== "", onclick: () => void preview.print(options["paper"]) }, t("sheets-print")),
          h("a", { class: "button", href: file(kind, "pdf", options), download: `${kind}.pdf` }, t("sheets-download")),
          h("button", { type: "button", onclick: (/** @type {any} */ event) => navigator.clipboard?.writeText(location.href).then(() => (event.target.textContent = t("copied")), () => {}) }, t("sheets-link"))),
        preview.element(t(`sheet-${kind}`)),
      ),
    ),
  );
}

async function draw() {
  const { kind, options } = choice();
  known ??= await ok(api.GET("/v1/sheets", {}));
  const sheet = known.sheets.find((each) => each.kind === kind);
  if (sheet !== undefined) return form(sheet, options);
  gallery();
  await loadPictures();
}

await load("common", "sheets");
translate(document);
enableSkipLink();
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  fail(event.reason);
});
addEventListener("hashchange", () => {
  void draw();
  scrollTo(0, 0);
});
await draw().catch(fail);
