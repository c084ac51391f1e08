/** The field of a search: what is typed is looked for at once. */
import { isComposed } from "../composed.js";
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";

const w = later.search;

/** No filter is longer. */
const longest = 2_000;

/**
 * @typedef {object} FieldHooks
 * @property {() => void} typed
 * @property {() => void} sent  somebody pressed Enter
 * @property {() => boolean} below  goes to what stands below; answers whether there is anything
 */

export class SearchField {
  #input = element("input", {
    class: "field",
    type: "search",
    name: "q",
    maxlength: longest,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "search",
    "aria-label": w.label,
    "aria-describedby": "search-hint",
    placeholder: w.placeholder,
  });
  #clear = element("button", { class: "quiet", "aria-label": w.clear, title: w.clear, hidden: true }, icon("close"));
  node = element(
    "form",
    { class: "capture search-field", role: "search", "aria-label": words.search },
    element("span", { class: "mark" }, icon("search")),
    element("div", { class: "fields" }, this.#input),
    this.#clear,
    element("span", { class: "unseen", id: "search-hint" }, w.hint),
  );

  /** @param {FieldHooks} hooks */
  constructor(hooks) {
    this.#input.addEventListener("input", () => {
      this.#clear.hidden = this.text === "";
      hooks.typed();
    });
    this.#clear.addEventListener("click", () => {
      this.text = "";
      hooks.typed();
      this.focus();
    });
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      hooks.sent();
    });
    this.#input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown" && !isComposed(event) && hooks.below()) event.preventDefault();
    });
  }

  get text() {
    return this.#input.value;
  }

  set text(text) {
    // Where it is there already, the cursor stays where it is.
    if (this.#input.value !== text) this.#input.value = text;
    this.#clear.hidden = text === "";
  }

  get hasFocus() {
    return document.activeElement === this.#input;
  }

  focus() {
    this.#input.focus({ preventScroll: true });
  }

  blur() {
    this.#input.blur();
  }

  select() {
    this.#input.select();
  }
}
