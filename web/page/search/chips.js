/** The filters of a search as chips: another one is chosen from menus, one that is there is changed or taken away. */
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { openMenu } from "../parts/menu.js";
import { render } from "../render.js";
import { later } from "../words/later.js";
import { chipName, chipOf, choicesOf, fieldNames, withTerm } from "./fields.js";

const w = later.search;

/** @typedef {import("./fields.js").FieldName} FieldName */

export class Chips {
  /** @type {string[]} */
  #terms = [];
  #add = element("button", { class: "addition", key: "add", "aria-haspopup": "menu" }, icon("plus"), w.addFilter);
  #chips = element("div", { class: "filter-chips" });
  node = element("div", { class: "search-filters", role: "group", "aria-label": w.filters }, this.#chips, this.#add);

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.#add.addEventListener("click", () => this.#chooseField());
  }

  get terms() {
    return this.#terms;
  }

  set terms(terms) {
    this.#terms = terms;
    this.draw();
  }

  /** What a list of these alone may be called. */
  get name() {
    return this.#terms.map((term) => chipOf(term).name).join(", ");
  }

  /** Lists may have another name now. */
  draw() {
    render(this.#chips, this.#terms.map((term, at) => this.#chip(term, at)));
  }

  /** @param {string} term @param {number} at */
  #chip(term, at) {
    const { field } = chipOf(term);
    const said = chipName(term);
    const change = (/** @type {Event} */ { currentTarget }) =>
      field && this.#chooseValue(/** @type {HTMLElement} */ (currentTarget), field, at);
    return element(
      "span",
      { class: "filter-chip", key: term },
      element(
        "button",
        { class: "filter-name", disabled: field === null, "aria-haspopup": "menu", onclick: change },
        said,
      ),
      element(
        "button",
        { class: "quiet", "aria-label": w.removeFilter(said), onclick: () => this.#take(at) },
        icon("close", "small"),
      ),
    );
  }

  #chooseField() {
    openMenu(
      this.#add,
      w.filters,
      fieldNames().filter((name) => choicesOf(name).length > 0).map((name) => ({
        label: w.fields[name],
        run: () => this.#chooseValue(this.#add, name, null),
      })),
    );
  }

  /** @param {HTMLElement} anchor @param {FieldName} field @param {number | null} at  of the chip that is changed */
  #chooseValue(anchor, field, at) {
    openMenu(
      anchor,
      w.fields[field],
      choicesOf(field).map(({ term, name, colour }) => ({
        label: name,
        colour,
        checked: this.#terms.includes(term),
        run: () => this.#set(at === null ? withTerm(this.#terms, term) : put(this.#terms, at, term)),
      })),
    );
  }

  /** @param {number} at */
  #take(at) {
    this.#set(this.#terms.filter((_, place) => place !== at));
  }

  /** @param {string[]} terms */
  #set(terms) {
    this.terms = terms;
    // A chip whose term changed is another node: where the old one had the focus, the button takes it.
    if (document.activeElement === document.body) this.#add.focus({ preventScroll: true });
    this.changed();
  }
}

/** @param {string[]} terms @param {number} at @param {string} term */
function put(terms, at, term) {
  return terms.filter((one, place) => place === at || one !== term).map((one) => one === terms[at] ? term : one);
}
