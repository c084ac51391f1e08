/**
 * Keeps a book in step with the server: the core says when to ask and what, and reads the answers; here they travel.
 *
 * @import { Book } from "./book.js"
 * @import { Access } from "./access.js"
 */
import { CoreRefused } from "./core.js";
import { Sleeper } from "./sleeper.js";
import { ask, NoAnswer } from "./server.js";
import { NotLeader } from "./store.js";

/** While the disk takes nothing, nothing more is read. */
const diskRest = 30_000;
const forEver = 86_400_000;
const pauseAfterRefusal = 1_000;

export class Sync {
  #sleeper = new Sleeper();
  #ending = new AbortController();
  #lastStep = 0;
  isAsking = false;
  /** By this device's clock. @type {number | null} */
  lastSync = null;

  /**
   * @param {Book} book @param {Access} access
   * @param {() => void} stands  called when something of it changed
   */
  constructor(book, access, stands) {
    this.book = book;
    this.access = access;
    this.stands = stands;
    this.#run();
  }

  /** @param {"change" | "hope" | "insist" | "begin"} why */
  async wake(why) {
    await this.book.ask("wake", { why });
    this.#sleeper.wake();
  }

  /** The core may say something else now. */
  look() {
    this.#sleeper.wake();
  }

  end() {
    this.#ending.abort();
    this.#sleeper.wake();
  }

  async #run() {
    while (!this.#ending.signal.aborted) {
      let rest = pauseAfterRefusal;
      try {
        rest = await this.#step();
      } catch (error) {
        if (this.#ending.signal.aborted || error instanceof NotLeader) return;
        // The answer was to a core that is gone. Anything else ends this keeper.
        if (!(error instanceof CoreRefused)) throw error;
      }
      if (rest > 0) await this.#sleeper.sleep(rest);
    }
  }

  /** Answers how long to wait until the next. */
  async #step() {
    if (!this.access.token) return forEver;
    const now = Date.now();
    // By a clock that was set back, what was told to be soon may be hours away.
    if (now < this.#lastStep - 1_000) await this.book.ask("wake", { why: "insist" });
    this.#lastStep = now;
    const { answer } = await this.book.ask("next", { now });
    if (answer.step === "halt") return forEver;
    if (answer.step === "wait") return Math.max(1, answer.until - Date.now());
    if (!await this.book.settle()) {
      this.stands();
      return diskRest;
    }
    await this.#exchange();
    return 0;
  }

  async #exchange() {
    const token = await this.access.fresh(this.#ending.signal);
    const { book } = this.book.own;
    const { answer, text } = await this.book.ask("request", { now: Date.now(), book });
    const head = { book, exchange: answer.exchange };
    this.#asks(true);
    try {
      const reply = await ask("POST", "/v1/sync", { token, body: text, signal: this.#ending.signal });
      if (reply.status === 200) this.lastSync = Date.now();
      this.access.heard(reply);
      const { status, retryAfter } = reply;
      await this.book.take("take", { now: Date.now(), ...head, status, retryAfter }, reply.text);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (this.#ending.signal.aborted) return;
      await this.book.take("failed", { now: Date.now(), ...head });
    } finally {
      this.#asks(false);
    }
  }

  /** @param {boolean} isAsking */
  #asks(isAsking) {
    this.isAsking = isAsking;
    this.stands();
  }
}
