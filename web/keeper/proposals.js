/**
 * How many proposals of assistants wait for the person: the live stream says so, and whoever looks at them is told by the
 * server. It lies on no disk.
 */

/** A stream that has said nothing of them by then means that none waits, in milliseconds. */
const patience = 2_000;

export class Proposals {
  waiting = 0;
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  /** A stream has begun, or is over: what it said of them stays until another says otherwise. @param {boolean} isHeard */
  stands(isHeard) {
    clearTimeout(this.#timer);
    if (isHeard) this.#timer = setTimeout(() => this.are(0), patience);
  }

  /** What the stream says of them. @param {string} data */
  told(data) {
    this.are(Number(JSON.parse(data).waiting) || 0);
  }

  /** @param {number} count */
  are(count) {
    clearTimeout(this.#timer);
    if (this.waiting === count) return;
    this.waiting = count;
    this.changed();
  }

  end() {
    clearTimeout(this.#timer);
  }
}
