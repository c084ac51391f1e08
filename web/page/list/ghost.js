/** The row under the pointer while it is dragged, with the number of those that go with it. */
import { element } from "../element.js";
import { isCalm } from "../preferences.js";

const widest = 384;

export class Ghost {
  /** @param {HTMLElement} row @param {number} count @param {number} x @param {number} y */
  constructor(row, count, x, y) {
    const { left, top, width } = row.getBoundingClientRect();
    const shown = Math.min(width, widest);
    this.dx = Math.max(left - x, -shown / 2);
    this.dy = top - y;
    const copy = /** @type {HTMLElement} */ (row.cloneNode(true));
    copy.classList.remove("lifted", "selected", "opened");
    copy.removeAttribute("tabindex");
    this.node = element("div", { class: "ghost", "aria-hidden": "true" }, copy);
    if (count > 1) this.node.append(element("span", { class: "stack" }, String(count)));
    this.node.style.setProperty("--width", `${shown}px`);
    copy.inert = true;
    document.body.append(this.node);
    this.moveTo(x, y);
  }

  /** @param {number} x @param {number} y */
  moveTo(x, y) {
    this.node.style.transform = `translate(${x + this.dx}px, ${y + this.dy - 4}px)`;
  }

  /** Goes back to where it came from. @param {HTMLElement | null} home */
  springBack(home) {
    const place = home?.getBoundingClientRect();
    if (!place || isCalm()) return this.remove();
    this.node.classList.add("springing");
    this.node.style.transform = `translate(${place.left}px, ${place.top}px)`;
    setTimeout(() => this.remove(), 400);
  }

  remove() {
    this.node.remove();
  }
}
