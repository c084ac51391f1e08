/** A rest that ends early when something is to be done; a wake between two rests is not lost. */
export class Nap {
  #isAwake = false;
  /** @type {(() => void) | null} */
  #end = null;

  wake() {
    if (this.#end) this.#end();
    else this.#isAwake = true;
  }

  /** @param {number} milliseconds */
  rest(milliseconds) {
    if (this.#isAwake || milliseconds <= 0) {
      this.#isAwake = false;
      return Promise.resolve();
    }
    /** @type {Promise<void>} */
    const rest = new Promise((resolve) => {
      // A timer of more than 24.8 days ends at once.
      const timer = setTimeout(() => this.#end?.(), Math.min(milliseconds, 86_400_000));
      this.#end = () => {
        clearTimeout(timer);
        this.#end = null;
        resolve();
      };
    });
    return rest;
  }
}

/** How long to wait after each failure in a row: doubled, and of each half by chance. */
export class Backoff {
  /** @param {number} first @param {number} longest milliseconds */
  constructor(first, longest) {
    this.first = first;
    this.longest = longest;
    this.failures = 0;
  }

  succeed() {
    this.failures = 0;
  }

  afterFailure() {
    const doubled = Math.min(this.longest, this.first * 2 ** Math.min(this.failures, 20));
    this.failures += 1;
    return doubled / 2 + Math.random() * (doubled / 2);
  }
}
