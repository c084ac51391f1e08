/** Sleeps until a time, or until it is woken. A wake between two sleeps ends the next one at once. */
export class Sleeper {
  #isAwake = false;
  /** @type {(() => void) | null} */
  #end = null;

  wake() {
    if (this.#end) this.#end();
    else this.#isAwake = true;
  }

  /** @param {number} milliseconds */
  sleep(milliseconds) {
    if (this.#isAwake || milliseconds <= 0) {
      this.#isAwake = false;
      return Promise.resolve();
    }
    /** @type {Promise<void>} */
    const asleep = new Promise((resolve) => {
      // A timer of more than 24.8 days ends at once.
      const timer = setTimeout(() => this.#end?.(), Math.min(milliseconds, 86_400_000));
      this.#end = () => {
        clearTimeout(timer);
        this.#end = null;
        resolve();
      };
    });
    return asleep;
  }
}
