/** How many tasks fit on a day of a month: measured whenever the days become larger or smaller. */

/** What a day takes for its number, and for each task, in the size of the text. */
const head = 2;
const line = 1.5;

export class Room {
  fit = 3;
  #observer;

  /** @param {HTMLElement} grid @param {() => void} changed */
  constructor(grid, changed) {
    this.#observer = new ResizeObserver(() => {
      const cell = grid.querySelector(".days-cell");
      const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const fit = Math.max(1, Math.floor(((cell?.clientHeight ?? 0) / size - head) / line));
      if (fit === this.fit) return;
      this.fit = fit;
      changed();
    });
    this.#observer.observe(grid);
  }

  end() {
    this.#observer.disconnect();
  }
}
