/** The numbers of a picture as a table, where somebody asks for it. */
import { element } from "../element.js";
import { render } from "../render.js";
import { later } from "../words/later.js";

const words = later.statistics;

/** @typedef {{head: string[], rows: (string | number)[][]}} Table */

export class AsTable {
  #body = element("div", { class: "table-room", hidden: true });
  #button = element("button", { class: "way", "aria-expanded": "false", onclick: () => this.#turn() });
  node = element("div", { class: "as-table" }, this.#button, this.#body);
  /** @type {() => Table} */
  #read = () => ({ head: [], rows: [] });

  /** @param {string} name  of the picture */
  constructor(name) {
    this.name = name;
    this.#draw();
  }

  /** @param {() => Table} read */
  show(read) {
    this.#read = read;
    this.#draw();
  }

  #turn() {
    this.#body.hidden = !this.#body.hidden;
    this.#draw();
  }

  #draw() {
    const isOpen = !this.#body.hidden;
    const label = isOpen ? words.hideTable : words.showTable;
    this.#button.setAttribute("aria-expanded", String(isOpen));
    this.#button.setAttribute("aria-label", `${label}: ${this.name}`);
    this.#button.textContent = label;
    // A table that is broader than the screen is scrolled by itself; where it has the focus, with the arrow keys too.
    for (const [name, value] of [["tabindex", "0"], ["role", "region"], ["aria-label", words.tableOf(this.name)]]) {
      if (isOpen) this.#body.setAttribute(name, value);
    }
    render(this.#body, isOpen && tableOf(this.#read()));
  }
}

/** @param {Table} table */
function tableOf({ head, rows }) {
  return element(
    "table",
    {},
    element("thead", {}, element("tr", {}, head.map((name) => element("th", { scope: "col" }, name)))),
    element(
      "tbody",
      {},
      rows.map(([name, ...values]) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, name),
          values.map((value) => element("td", {}, value)),
        )
      ),
    ),
  );
}
