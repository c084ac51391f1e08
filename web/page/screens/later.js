/**
 * A screen that is loaded when somebody first goes to it. Where it does not come (no network, or a newer version has taken
 * its place) the page says so.
 *
 * @import { Page } from "./pages.js"
 */
import { element } from "../element.js";
import { page } from "../parts/page.js";
import * as words from "../words/en.js";

/** @typedef {typeof import("../more.js")} More */

/** @implements {Page} */
export class LaterPage {
  node = element("section", { class: "screen page", "aria-busy": "true" });
  /** @type {Page | null} */
  #page = null;
  #hasEnded = false;
  #wantsFocus = false;

  /** @param {(more: More) => Page} open */
  constructor(open) {
    import("../more.js").then((more) => this.#show(() => open(more)), () => this.#show(missing));
  }

  focus() {
    this.#wantsFocus = true;
    this.#page?.focus();
  }

  end() {
    this.#hasEnded = true;
    this.#page?.end();
  }

  /** @param {() => Page} open */
  #show(open) {
    if (this.#hasEnded) return;
    this.#page = open();
    this.node.replaceWith(this.#page.node);
    this.node = this.#page.node;
    if (this.#wantsFocus) this.#page.focus();
  }
}

/** @returns {Page} */
function missing() {
  const { node, focus, show } = page(words.missing.title, null);
  show(
    element("p", {}, words.missing.sentence),
    element("button", { class: "strong", onclick: () => location.reload() }, words.missing.reload),
  );
  return { node, focus, end() {} };
}
