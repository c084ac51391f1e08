/** What an address shows that leads nowhere: that it does, and the way to Today. */
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { page } from "../parts/page.js";
import { goTo } from "../router.js";
import { words } from "../words/words.js";

export class UnknownPage {
  #page = page(words.unknown.title, null);

  /** @param {string} path */
  constructor(path) {
    this.#page.show(
      element(
        "div",
        { class: "empty" },
        element("div", { class: "emblem" }, icon("search")),
        element("p", {}, words.unknown.sentence(path)),
        element("button", { class: "strong", onclick: () => goTo("today") }, words.unknown.way),
      ),
    );
    this.node = this.#page.node;
    this.focus = this.#page.focus;
  }

  end() {}
}
