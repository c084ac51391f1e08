/**
 * Swiping a row: to the left Today, Tomorrow and Delete show under it, and all the way deletes; to the right completes.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { List } from "./list.js"
 */
import { move, nextState, remove, restore, setState } from "../deeds.js";
import { element, fill } from "../element.js";
import { icon } from "../parts/icons.js";
import { words } from "../words/words.js";

/** Of the width, beyond which the hand means all of it. */
const whole = 0.6;
const width = 240;
const completes = 88;

/** The row that stays open, to show what can be pressed. @typedef {{open: Swipe | null}} Tray */

export class Swipe {
  #under = element("div", { class: "swipe-under" });
  #shift = 0;

  /** @param {List} list @param {HTMLElement} node @param {Row} row @param {number} x @param {Tray} tray */
  constructor(list, node, row, x, tray) {
    this.list = list;
    this.tray = tray;
    this.node = node;
    this.row = row;
    this.x = x;
    this.sign = getComputedStyle(node).direction === "rtl" ? -1 : 1;
    this.#under.style.height = `${node.offsetHeight}px`;
    this.#under.style.transform = node.style.transform;
    list.headings.append(this.#under);
    node.classList.remove("swiped");
    node.classList.add("swiping");
  }

  /** @param {number} x */
  move(x) {
    this.#shift = (x - this.x) * this.sign;
    if (this.row.deletedAt) this.#shift = Math.max(0, this.#shift);
    // Not its transform: that is the list's, which may be drawn again meanwhile.
    this.node.style.translate = `${this.#shift * this.sign}px`;
    const isLeft = this.#shift < 0;
    if (this.#under.classList.contains("done") === isLeft || !this.#under.firstChild) this.#draw(isLeft);
    this.#under.classList.toggle("whole", this.#isWhole);
  }

  get #isWhole() {
    return -this.#shift > this.node.offsetWidth * whole;
  }

  drop() {
    this.node.classList.replace("swiping", "swiped");
    if (this.#isWhole) return this.#act(() => remove([this.row.id]));
    if (this.#shift > completes) return this.#act(() => this.#right());
    if (this.#shift < -width / 3) {
      this.node.style.translate = `${-width * this.sign}px`;
      this.tray.open = this;
    } else this.close();
  }

  cancel() {
    this.close();
  }

  /** The row goes back over what lies under it. */
  close() {
    if (this.tray.open === this) this.tray.open = null;
    this.node.classList.remove("swiping");
    this.node.classList.add("swiped");
    this.node.style.translate = "";
    setTimeout(() => {
      this.node.classList.remove("swiped");
      this.#under.remove();
      this.list.redraw();
    }, 240);
  }

  #right() {
    if (this.row.deletedAt) return restore([this.row.id]);
    return setState([this.row.id], this.row.state === "completed" ? nextState(this.row) : "completed");
  }

  /** @param {() => unknown} deed */
  #act(deed) {
    this.close();
    this.#under.remove();
    deed();
  }

  /** @param {boolean} isLeft */
  #draw(isLeft) {
    this.#under.classList.toggle("done", !isLeft);
    if (!isLeft) return fill(this.#under, icon(this.row.deletedAt ? "past" : "check"));
    const way = (
      /** @type {string} */ kind,
      /** @type {string} */ drawn,
      /** @type {string} */ name,
      /** @type {() => void} */ deed,
    ) => element("button", { class: kind, onclick: () => this.#act(deed) }, icon(drawn), name);
    const ids = [this.row.id];
    fill(
      this.#under,
      way("to-today", "today", words.moveTo.today, () => move(ids, { kind: "today" })),
      way("to-tomorrow", "tomorrow", words.moveTo.tomorrow, () => move(ids, { kind: "tomorrow" })),
      way("to-bin", "deleted", words.menu.delete, () => remove(ids)),
    );
  }
}
