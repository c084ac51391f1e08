/**
 * Mouse and finger on a list: what a press becomes (press.js) is begun here.
 *
 * @import { List } from "./list.js"
 * @import { Sheet } from "./sheet.js"
 * @import { Tray } from "./swipe.js"
 */
import { knock } from "../haptics.js";
import { chooseState } from "../parts/state-choice.js";
import { Drag } from "./drag.js";
import { liftAfter, menuAfter, Press } from "./press.js";
import { Swipe } from "./swipe.js";

/** @typedef {import("./sheet.js").SheetDeeds} SheetDeeds */

/** A task of a list, or on a day of the calendar. */
const aTask = ".row, .day-task";

/** The pointers of the page: a drag that began in one list goes on in the next. */
export class Pointer {
  /** What is under way; there is one hand. @type {Hand | null} */
  hand = null;
  /** @type {Tray} */
  tray = { open: null };

  /** Acts on a list, until the answer is called. @param {Sheet} list @param {SheetDeeds} deeds @returns {() => void} */
  bind(list, deeds) {
    const over = new AbortController();
    const { signal } = over;
    const still = (/** @type {TouchEvent} */ event) => this.hand?.holds && event.cancelable && event.preventDefault();
    list.rows.addEventListener("pointerdown", (event) => this.#pressed(list, deeds, event), { signal });
    list.rows.addEventListener("contextmenu", (event) => this.#contextMenu(list, deeds, event), { signal });
    list.rows.addEventListener("touchmove", still, { passive: false, signal });
    return () => over.abort();
  }

  /** @param {Sheet} list @param {SheetDeeds} deeds @param {PointerEvent} event */
  #pressed(list, deeds, event) {
    const node = /** @type {Element} */ (event.target).closest(aTask);
    if (this.hand) return this.hand.cancel();
    this.tray.open?.close();
    // A finger may begin its swipe on the circle, which a tap still turns; a mouse drags by the rest of the row.
    const others = ".to-region, .row-ways button, a, textarea";
    const controls = event.pointerType === "mouse" ? `.circle, ${others}` : others;
    const onControl = /** @type {Element} */ (event.target).closest(controls);
    if (!(node instanceof HTMLElement) || onControl || event.button !== 0 || deeds.carry) return;
    this.hand = new Hand(this, list, deeds, node, event);
  }

  /** @param {Sheet} list @param {SheetDeeds} deeds @param {MouseEvent} event */
  #contextMenu(list, deeds, event) {
    const node = /** @type {Element} */ (event.target).closest(aTask);
    const row = node instanceof HTMLElement ? list.rowOf(node) : null;
    if (!row || /** @type {Element} */ (event.target).closest("textarea")) return;
    event.preventDefault();
    if (this.hand) return;
    list.choose(row.id);
    deeds.openMenu({ x: event.clientX, y: event.clientY });
  }
}

/** One press, from the first touch to the last. */
class Hand {
  /** @type {Drag | Swipe | null} */
  deed = null;
  #press;
  #timers;
  #over = new AbortController();

  /**
   * @param {Pointer} page @param {Sheet} list @param {SheetDeeds} deeds
   * @param {HTMLElement} node @param {PointerEvent} event
   */
  constructor(page, list, deeds, node, event) {
    this.page = page;
    this.list = list;
    this.deeds = deeds;
    this.node = node;
    this.pointer = event.pointerId;
    this.last = event;
    this.#press = new Press({
      isMouse: event.pointerType === "mouse",
      x: event.clientX,
      y: event.clientY,
      width: innerWidth,
      onCircle: /** @type {Element} */ (event.target).closest(".circle") !== null,
    });
    this.#timers = [liftAfter, menuAfter].map((after) => setTimeout(() => this.#held(after), after));
    const { signal } = this.#over;
    // A row that goes while it is dragged still gets its touches, and nobody else does.
    const still = (/** @type {TouchEvent} */ touch) => this.holds && touch.cancelable && touch.preventDefault();
    node.addEventListener("touchmove", still, { passive: false, signal });
    document.addEventListener("pointermove", (move) => this.#moved(move), { signal });
    document.addEventListener("pointerup", (up) => this.#up(up), { signal });
    document.addEventListener("pointercancel", (lost) => lost.pointerId === this.pointer && this.cancel(), { signal });
    document.addEventListener("pointerdown", (other) => other.pointerId !== this.pointer && this.cancel(), { signal });
    document.addEventListener("keydown", (key) => key.key === "Escape" && this.deed && this.#escape(key), {
      signal,
      capture: true,
    });
    addEventListener("blur", () => this.cancel(), { signal });
  }

  /** Whether the finger drags or swipes, so that nothing scrolls. */
  get holds() {
    return this.deed !== null;
  }

  cancel() {
    this.deed?.cancel();
    this.#end();
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (event.pointerId !== this.pointer) return;
    this.last = event;
    const before = this.#press.state;
    const state = this.#press.moved(event.clientX, event.clientY);
    if (state === "over") return this.#end();
    if (state !== before || !this.deed) this.#become(state);
    this.deed?.move(event.clientX, event.clientY);
  }

  /** @param {number} after */
  #held(after) {
    const before = this.#press.state;
    const state = this.#press.held(after);
    if (state === before) return;
    if (state === "menu" || state === "states") {
      this.deed?.cancel(true);
      const row = this.list.rowOf(this.node);
      this.#end();
      // The finger still rests; its lifting is no press on what has opened under it.
      addEventListener("pointerup", swallowClick, { once: true });
      if (!row) return;
      const where = { x: this.last.clientX, y: this.last.clientY };
      if (state === "states") return chooseState(where, row);
      this.list.choose(row.id);
      this.deeds.openMenu(where);
    } else this.#become(state);
  }

  /** @param {import("./press.js").State} state */
  #become(state) {
    const row = this.list.rowOf(this.node);
    if (!row || this.deed) return;
    if (state === "lifted" || state === "drag") {
      this.deed = new Drag(this.list, this.node, row, this.last);
      if (state === "lifted") knock();
    } else if (state === "swipe" && this.list.swipes) {
      const list = /** @type {List} */ (this.list);
      this.deed = new Swipe(list, this.node, row, this.last.clientX, this.page.tray);
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (event.pointerId !== this.pointer) return;
    const { deed } = this;
    this.#end();
    if (!deed) return;
    swallowClick(event);
    deed.drop(event.clientX, event.clientY);
  }

  /** @param {KeyboardEvent} key */
  #escape(key) {
    key.stopPropagation();
    key.preventDefault();
    swallowClick(key);
    this.cancel();
  }

  #end() {
    this.#timers.forEach(clearTimeout);
    this.#over.abort();
    if (this.page.hand === this) this.page.hand = null;
  }
}

/**
 * The click that comes with the end of a drag is none. One that comes later is, however slow the page; and one on what
 * a swipe has laid open, however quick the hand.
 */
function swallowClick(/** @type {Event} */ { timeStamp }) {
  const swallow = (/** @type {Event} */ click) => {
    const isOther = /** @type {Element} */ (click.target).closest?.(".swipe-under");
    if (isOther || click.timeStamp - timeStamp > 50) return;
    click.stopPropagation();
    click.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
