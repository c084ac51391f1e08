/**
 * Mouse and finger on a list: what a press becomes (press.js) is begun here.
 *
 * @import { ListDeeds } from "./list-deeds.js"
 */
import { Drag } from "./drag.js";
import { liftAfter, menuAfter, Press } from "./press.js";
import { rowOf } from "./row.js";
import { closeSwipe, Swipe } from "./swipe.js";

/** @param {ListDeeds} list @returns {() => void} */
export function bindPointer(list) {
  const down = (/** @type {PointerEvent} */ event) => pressed(list, event);
  const menu = (/** @type {MouseEvent} */ event) => contextMenu(list, event);
  const still = (/** @type {TouchEvent} */ event) => hand?.holds && event.cancelable && event.preventDefault();
  list.rows.addEventListener("pointerdown", down);
  list.rows.addEventListener("contextmenu", menu);
  list.rows.addEventListener("touchmove", still, { passive: false });
  return () => {
    list.rows.removeEventListener("pointerdown", down);
    list.rows.removeEventListener("contextmenu", menu);
    list.rows.removeEventListener("touchmove", still);
  };
}

/** What is under way; there is one hand. @type {Hand | null} */
let hand = null;

/** @param {ListDeeds} list @param {PointerEvent} event */
function pressed(list, event) {
  const node = /** @type {Element} */ (event.target).closest(".row");
  if (hand) return hand.cancel();
  closeSwipe();
  // A finger may begin its swipe on the circle, which a tap still turns; a mouse drags by the rest of the row.
  const controls = event.pointerType === "mouse" ? ".circle, a, textarea" : "a, textarea";
  const onControl = /** @type {Element} */ (event.target).closest(controls);
  if (!(node instanceof HTMLElement) || onControl || event.button !== 0 || list.carry) return;
  hand = new Hand(list, node, event);
}

/** @param {ListDeeds} list @param {MouseEvent} event */
function contextMenu(list, event) {
  const node = /** @type {Element} */ (event.target).closest(".row");
  const row = node instanceof HTMLElement ? rowOf(node) : null;
  if (!row || /** @type {Element} */ (event.target).closest("textarea")) return;
  event.preventDefault();
  if (hand) return;
  list.choose(row.id);
  list.openMenu({ x: event.clientX, y: event.clientY });
}

/** One press, from the first touch to the last. */
class Hand {
  /** @type {Drag | Swipe | null} */
  deed = null;
  #press;
  #timers;
  #over = new AbortController();

  /** @param {ListDeeds} list @param {HTMLElement} node @param {PointerEvent} event */
  constructor(list, node, event) {
    this.list = list;
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
    if (state === "menu") {
      this.deed?.cancel(true);
      const row = rowOf(this.node);
      this.#end();
      // The finger still rests; its lifting is no press on what has opened under it.
      addEventListener("pointerup", swallowClick, { once: true });
      if (!row) return;
      this.list.choose(row.id);
      this.list.openMenu({ x: this.last.clientX, y: this.last.clientY });
    } else this.#become(state);
  }

  /** @param {import("./press.js").State} state */
  #become(state) {
    const row = rowOf(this.node);
    if (!row || this.deed) return;
    if (state === "lifted" || state === "drag") {
      this.deed = new Drag(this.list, this.node, row, this.last);
      if (state === "lifted") navigator.vibrate?.(10);
    } else if (state === "swipe") this.deed = new Swipe(this.list, this.node, row, this.last.clientX);
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
    if (hand === this) hand = null;
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
