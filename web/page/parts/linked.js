/**
 * A text field whose addresses can be opened while nobody writes in it: over the text lies the same text once more, of which
 * only the links can be seen and pressed.
 */
import { element } from "../element.js";
import { piecesOf } from "../links.js";
import { render } from "../render.js";

export class Linked {
  #over = element("div", { class: "links" });

  /** @param {HTMLTextAreaElement} field */
  constructor(field) {
    this.field = field;
    this.node = element("div", { class: "linked" }, field, this.#over);
    field.addEventListener("input", () => this.draw());
  }

  /** The field has another text. */
  draw() {
    const pieces = piecesOf(this.field.value);
    const isPlain = pieces.every(({ href }) => href === null);
    render(this.#over, isPlain ? [] : pieces.map(({ text, href }) => href === null ? text : link(text, href)));
  }
}

/** @param {string} text @param {string} href */
function link(text, href) {
  const target = href.startsWith("mailto:") ? null : "_blank";
  return element("a", { href, target, rel: "noopener noreferrer" }, text);
}
