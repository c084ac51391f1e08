/**
 * A picture of counts, each of which can be read out: a reader goes through them, arrows go from one to the next, and
 * a line below says the one that a pointer or the focus is on. It is drawn for the room it has, so its letters are as
 * large as all others.
 *
 * @import { Child } from "../element.js"
 * @import { Size } from "./scales.js"
 */
import { dress, element, fill } from "../element.js";
import { render } from "../render.js";
import { drawn, sharp } from "./svg.js";

/**
 * @typedef {object} Mark
 * @property {string} key
 * @property {string} label  what is read out
 * @property {number} column @property {number} row  where the arrows find it
 * @property {{x: number, y: number, width: number, height: number}} box  where a pointer finds it
 * @property {SVGElement} shape
 *
 * @typedef {{height: number, behind: Child[], marks: Mark[], start?: string}} Drawing  Tab leads to the start first
 */

/** By key, how far it goes: columns and rows. @type {Record<string, [number, number]>} */
const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Picture {
  #svg = drawn("svg", { class: "drawing", role: "group", "aria-describedby": "how-to-read" });
  #line = element("p", { class: "reading" });
  node = element("figure", { class: "picture" }, this.#svg, this.#line);
  #sentence = "";
  /** @type {((size: Size) => Drawing) | null} */
  #draw = null;
  /** @type {Mark[]} */
  #marks = [];
  /** The one that Tab leads to: where it was left, or else the drawing's start, or the last. */
  #at = "";
  #size = { width: 0, rem: 0 };
  #room = new ResizeObserver(() => this.#measure());

  /** @param {string} name */
  constructor(name) {
    dress(this.#svg, { "aria-label": name });
    this.#room.observe(this.node);
    this.#svg.addEventListener("keydown", (event) => this.#pressed(event));
    for (const seen of ["focusin", "pointerover", "click"]) {
      this.#svg.addEventListener(seen, ({ target }) => this.#read(/** @type {Element} */ (target)));
    }
    for (const left of ["focusout", "pointerleave"]) {
      this.#svg.addEventListener(left, () => this.#say(this.#sentence));
    }
  }

  /** @param {(size: Size) => Drawing} draw @param {string} sentence  what it says as a whole */
  show(draw, sentence) {
    this.#draw = draw;
    this.#sentence = sentence;
    this.#render();
  }

  end() {
    this.#room.disconnect();
  }

  #measure() {
    const width = Math.floor(this.node.clientWidth);
    const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
    if (width === this.#size.width && rem === this.#size.rem) return;
    this.#size = { width, rem };
    this.#render();
  }

  #render() {
    if (!this.#draw || this.#size.width === 0) return;
    const { height, behind, marks, start } = this.#draw(this.#size);
    this.#marks = marks;
    if (!marks.some(({ key }) => key === this.#at)) this.#at = start ?? marks.at(-1)?.key ?? "";
    dress(this.#svg, { width: this.#size.width, height: sharp(height) });
    render(this.#svg, behind, marks.map((mark) => this.#mark(mark)));
    const read = this.#marks.find(({ key }) => key === this.#keyUnder(document.activeElement));
    this.#say(read?.label ?? this.#sentence);
  }

  /** @param {Mark} mark */
  #mark({ key, label, box: { x, y, width, height }, shape }) {
    return drawn(
      "g",
      {
        key,
        class: "mark",
        role: "img",
        "aria-label": label,
        tabindex: key === this.#at ? 0 : -1,
        data: { key },
      },
      drawn("rect", { class: "touch", x: sharp(x), y: sharp(y), width: sharp(width), height: sharp(height) }),
      shape,
    );
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const now = this.#marks.find(({ key }) => key === this.#at);
    const next = now && this.#next(now, event.key);
    if (!next) return;
    event.preventDefault();
    for (const mark of this.#svg.querySelectorAll(".mark")) {
      const isNext = mark instanceof SVGElement && mark.dataset.key === next.key;
      mark.setAttribute("tabindex", isNext ? "0" : "-1");
      if (isNext) mark.focus();
    }
  }

  /** @param {Mark} now @param {string} pressed */
  #next(now, pressed) {
    if (pressed === "Home") return this.#marks[0];
    if (pressed === "End") return this.#marks.at(-1);
    if (!(pressed in steps)) return null;
    const [columns, rows] = steps[pressed];
    return this.#marks.find(({ column, row }) => column === now.column + columns && row === now.row + rows) ?? now;
  }

  /** @param {Element} target */
  #read(target) {
    const mark = this.#marks.find(({ key }) => key === this.#keyUnder(target));
    if (!mark) return;
    if (document.activeElement?.closest(".mark") === target.closest(".mark")) this.#at = mark.key;
    this.#say(mark.label);
  }

  /** @param {Element | null} target */
  #keyUnder(target) {
    const mark = target?.closest(".mark");
    return mark instanceof SVGElement && this.#svg.contains(mark) ? mark.dataset.key : undefined;
  }

  /** @param {string} sentence */
  #say(sentence) {
    fill(this.#line, sentence);
  }
}
