/**
 * Lines above a list. One that comes or goes moves the rows, so none does while the pointer, or the focus of keys, is on
 * them: what comes waits, and what goes leaves its place empty until then.
 */
import { dress, element, keyOf, nodesOf } from "../element.js";
import { render } from "../render.js";

/** What is pressed when the focus leaves the rows should not move under the finger, in milliseconds. */
const pause = 400;

export class HeldLines {
  node = element("div", { class: "quiet-lines" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} rows @param {() => import("../element.js").Child[]} lines  as they are now */
  constructor(rows, lines) {
    this.rows = rows;
    this.lines = lines;
    rows.addEventListener("pointerleave", () => this.#soon());
    rows.addEventListener("focusout", () => this.#soon());
  }

  draw() {
    const wanted = nodesOf(this.lines());
    const isHeld = this.rows.matches(":hover") || this.rows.querySelector(":focus-visible") !== null;
    render(this.node, isHeld ? [...this.node.children].map((line) => held(line, wanted)) : wanted);
  }

  end() {
    clearTimeout(this.#timer);
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.draw(), pause);
  }
}

/** What stands in the place of a line while nothing may move. @param {Element} line @param {Node[]} wanted */
function held(line, wanted) {
  const now = wanted.find((one) => nameOf(one) === nameOf(line));
  if (now) return now;
  const gone = /** @type {Element} */ (line.cloneNode(true));
  dress(gone, { key: keyOf(line), class: `${line.className} held` });
  return gone;
}

/** @param {Node} node */
function nameOf(node) {
  return keyOf(node) ?? node;
}
