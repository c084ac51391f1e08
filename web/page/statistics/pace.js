/**
 * When to ask again: soon after something changed, never more often than every few seconds, and only while somebody
 * looks. What changes while nobody does is asked about when somebody looks again.
 */

/** @typedef {{now(): number, after(milliseconds: number, run: () => void): () => void}} Clock */

/** What is done here is sent at once: a moment later the server has it, and one question is enough. */
const settling = 300;
const pause = 3_000;

/** @type {Clock} */
const realClock = {
  now: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

export class Pace {
  #last = -Infinity;
  #isSeen = true;
  #isAsking = false;
  #isDue = false;
  #isUrgent = false;
  /** @type {(() => void) | null} */
  #stop = null;

  /** @param {() => Promise<unknown>} ask @param {Clock} [clock] */
  constructor(ask, clock = realClock) {
    this.ask = ask;
    this.clock = clock;
  }

  /** Something changed. */
  wake() {
    this.#isDue = true;
    if (!this.#isSeen || this.#isAsking || this.#stop) return;
    const wait = Math.max(settling, this.#last + pause - this.clock.now());
    this.#stop = this.clock.after(wait, () => this.now());
  }

  /** Somebody waits for it. */
  async now() {
    this.end();
    if (this.#isAsking || !this.#isSeen) {
      this.#isDue = true;
      this.#isUrgent = true;
      return;
    }
    this.#isDue = this.#isUrgent = false;
    this.#isAsking = true;
    this.#last = this.clock.now();
    try {
      await this.ask();
    } finally {
      // Also where it failed: what was chosen or changed meanwhile is asked about, and the next change asks again.
      this.#isAsking = false;
      this.#goOn();
    }
  }

  /** @param {boolean} isSeen */
  see(isSeen) {
    this.#isSeen = isSeen;
    if (isSeen) this.#goOn();
    else this.end();
  }

  end() {
    this.#stop?.();
    this.#stop = null;
  }

  #goOn() {
    if (this.#isUrgent) this.now();
    else if (this.#isDue) this.wake();
  }
}
