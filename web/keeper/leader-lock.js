/**
 * Which of all tabs' keepers leads: the one that holds a lock, where the browser has locks. A tab that is closed frees
 * it, and from one that does not answer it is taken. Without HTTPS there are no locks: then a keeper that begins asks
 * whether another leads, and the leader's number on the disk decides between two that both think they do.
 */
const lock = "daybook-keeper";

/** @typedef {Pick<LockManager, "request">} Locks */

export class LeaderLock {
  /** @type {AbortController | null} */
  #waiting = null;
  /** @type {(() => void) | null} */
  #release = null;

  /**
   * @param {Locks | null} locks
   * @param {object} outcome
   * @param {() => void} outcome.won
   * @param {() => void} outcome.lost  called when another keeper took the lock
   */
  constructor(locks, { won, lost }) {
    this.locks = locks;
    this.won = won;
    this.lost = lost;
  }

  /** Waits until the lock is free. */
  wait() {
    if (!this.locks) return;
    this.#waiting = new AbortController();
    this.#request({ signal: this.#waiting.signal });
  }

  /** Takes the lock, whoever holds it. */
  take() {
    this.#waiting?.abort();
    if (this.locks) this.#request({ steal: true });
    else this.won();
  }

  /** Gives the lock back, and waits for it again. */
  resign() {
    this.#release?.();
    this.#release = null;
    this.wait();
  }

  /** @param {LockOptions} options */
  async #request(options) {
    let isMine = false;
    try {
      await this.locks?.request(lock, options, () => {
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
 * @param {Locks | null} locks @param {string} tab @returns {Promise<void>}
 */
export function holdTab(locks, tab) {
  return new Promise((held) => {
    if (!locks) return held();
    locks.request(`daybook-tab:${tab}`, () => {
      held();
      return new Promise(() => {});
    });
  });
}

/** @param {Locks | null} locks @param {string} tab @param {() => void} gone */
export function whenGone(locks, tab, gone) {
  locks?.request(`daybook-tab:${tab}`, gone);
}
