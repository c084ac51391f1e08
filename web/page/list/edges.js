/** While something is dragged near the upper or lower edge of a list, the list scrolls, faster the nearer. */
const reach = 80;
const fastest = 18;

export class Edges {
  /** @type {HTMLElement | null} */
  #scroller = null;
  #speed = 0;
  #frame = 0;

  /** @param {() => void} scrolled */
  constructor(scrolled) {
    this.scrolled = scrolled;
  }

  /** @param {HTMLElement | null} scroller @param {number} y */
  move(scroller, y) {
    this.#scroller = scroller;
    if (!scroller) return this.stop();
    const { top, bottom } = scroller.getBoundingClientRect();
    const above = Math.max(0, top + reach - y);
    const below = Math.max(0, y - (bottom - reach));
    this.#speed = fastest * (Math.min(below, reach) - Math.min(above, reach)) / reach;
    if (this.#speed !== 0) this.#frame ||= requestAnimationFrame(() => this.#step());
  }

  stop() {
    this.#speed = 0;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #step() {
    this.#frame = 0;
    if (this.#speed === 0 || !this.#scroller) return;
    this.#scroller.scrollTop += this.#speed;
    this.scrolled();
    this.#frame = requestAnimationFrame(() => this.#step());
  }
}
