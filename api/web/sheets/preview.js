// Pictures of the pages of a sheet, drawn by the server: what is shown is what is printed.
import { announce, byId, h, show } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { goes } from "../lib/send.js";

/** Width and height of papers in millimetres. @type {Record<string, [number, number]>} */
const PAPERS = { a6: [105, 148], a5: [148, 210], a4: [210, 297], a3: [297, 420], letter: [215.9, 279.4], legal: [215.9, 355.6] };

export class Preview {
  page = 1;
  pages = 1;
  problem = "";
  #address = "";
  #picture = "";
  /** True if the server gave no answer, so that the same picture can be tried again. */
  #isLost = false;
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /** Loads the pictures at an address, unless they are there already. @param {string} address */
  load(address) {
    if (address === this.#address) return;
    this.#address = address;
    this.page = 1;
    void this.#fetch();
  }

  async #fetch() {
    const address = this.#address;
    const page = this.page;
    const request = async () => {
      const answer = await fetch(`${address}&page=${page}`);
      return { answer, body: await answer.blob() };
    };
    const { answer, body } = await request().catch(() => ({ answer: undefined, body: new Blob() }));
    // The user may have changed an option in the meantime.
    if (address !== this.#address || page !== this.page) return;
    this.#isLost = false;
    if (answer?.ok) {
      this.problem = "";
      this.pages = pageCount(answer);
      URL.revokeObjectURL(this.#picture);
      this.#picture = URL.createObjectURL(body);
    } else {
      const isProblem = answer?.headers.get("content-type")?.includes("json");
      this.problem = isProblem ? JSON.parse(await body.text()).detail : t("sheets-unreachable");
      this.#isLost = answer === undefined;
    }
    this.#redraw();
  }

  /** @param {number} page */
  #turn(page) {
    this.page = page;
    announce(t("sheets-page", { page, pages: this.pages }));
    void this.#fetch();
  }

  /** The picture of a page, with buttons to turn pages. @param {string} title */
  element(title) {
    const again = () => h("button", { type: "button", onclick: () => void this.#fetch() }, t("failed-again"));
    if (this.problem !== "") return h("p", { class: "problem", role: "alert" }, this.problem, " ", this.#isLost && again());
    if (this.#picture === "") return h("p", { role: "status" }, t("loading"));
    return h(
      "div",
      { class: "preview" },
      this.pages > 1 &&
        h("p", { class: "buttons" },
          h("button", { type: "button", ...goes(this.page === 1, () => this.#turn(this.page - 1)) }, t("sheets-back")),
          h("span", {}, t("sheets-page", { page: this.page, pages: this.pages })),
          h("button", { type: "button", ...goes(this.page === this.pages, () => this.#turn(this.page + 1)) }, t("sheets-on"))),
      h("img", { src: this.#picture, alt: `${title}, ${t("sheets-page", { page: this.page, pages: this.pages })}` }),
    );
  }

  /** Prints all pages, each on a page of the printer. @param {string} [paper] */
  async print(paper = "a4") {
    const pictures = Array.from({ length: this.pages }, (_, n) => h("img", { src: `${this.#address}&page=${n + 1}`, alt: "" }));
    show(byId("printed"), pictures);
    const drawn = [...byId("printed").querySelectorAll("img")];
    const isLoaded = await Promise.all(drawn.map((picture) => picture.decode())).then(() => true, () => false);
    if (!isLoaded) {
      this.problem = t("sheets-unreachable");
      this.#isLost = true;
      return this.#redraw();
    }
    const [short, long] = PAPERS[paper] ?? /** @type {[number, number]} */ (paper.split("x").map(Number).sort((one, other) => one - other));
    // The paper lies as the server has drawn it: two pages side by side turn it.
    const isWide = drawn.some(({ naturalWidth, naturalHeight }) => naturalWidth > naturalHeight);
    const [width, height] = isWide ? [long, short] : [short, long];
    const style = new CSSStyleSheet();
    style.replaceSync(`@page { size: ${width}mm ${height}mm; margin: 0; } @media print { #printed img { width: ${width}mm; height: ${height}mm; } }`);
    document.adoptedStyleSheets = [style];
    window.print();
  }
}

/** Returns the number of pages, from the `Link` header. @param {Response} answer */
function pageCount(answer) {
  const last = /[?&]page=(\d+)[^>]*>; *rel="?last"?/.exec(answer.headers.get("link") ?? "");
  return last ? Number(last[1]) : 1;
}
