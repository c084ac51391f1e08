/**
 * Which of all tabs' keepers has the turn: who holds a lock, where the browser has locks. A closed tab frees it by
 * itself; from one that does not answer it is taken. Without HTTPS there are no locks; then who begins asks whether
 * there is anybody, and what is written to the disk decides between two that think they are alone.
 */
const lock = "daybook-keeper";

export class Election {
  /** @type {AbortController | null} */
  #waiting = null;
  /** @type {(() => void) | null} */
  #release = null;

  /**
   * @param {object} outcome
   * @param {() => void} outcome.won
   * @param {() => void} outcome.lost  called where the turn was taken away
   */
  constructor({ won, lost }) {
    this.won = won;
    this.lost = lost;
  }

  /** Waits for its turn. */
  stand() {
    if (!navigator.locks) return;
    this.#waiting = new AbortController();
    this.#request({ signal: this.#waiting.signal });
  }

  /** Takes the turn, whoever has it. */
  take() {
    this.#waiting?.abort();
    if (navigator.locks) this.#request({ steal: true });
    else this.won();
  }

  /** Gives the turn back, and waits for it again. */
  resign() {
    this.#release?.();
    this.#release = null;
    this.stand();
  }

  /** @param {LockOptions} options */
  async #request(options) {
    let isMine = false;
    try {
      await navigator.locks.request(lock, options, () => {
        isMine = true;
        this.#waiting = null;
        this.won();
        return new Promise((resolve) => this.#release = () => resolve(undefined));
      });
    } catch {
      // Another took it away, or it is not waited for any more.
      if (isMine) this.lost();
    }
  }
}

/**
 * Holds a lock of the tab's own name for as long as the tab lives, so that others learn when it is gone. Answers when
 * it is held: whoever hears of the tab before would find nobody holding it.
 * @param {string} tab @returns {Promise<void>}
 */
export function live(tab) {
  return new Promise((held) => {
    if (!navigator.locks) return held();
    navigator.locks.request(`daybook-tab:${tab}`, () => {
      held();
      return new Promise(() => {});
    });
  });
}

/** @param {string} tab @param {() => void} gone */
export function whenGone(tab, gone) {
  navigator.locks?.request(`daybook-tab:${tab}`, gone);
}
