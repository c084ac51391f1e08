/**
 * The history as the server has it, from the latest change backwards, a page at a time. What is new is put before
 * what is there.
 *
 * @import { Entry } from "./told.js"
 */
import { keeper } from "../../desk.js";
import { isTold } from "./told.js";

/** A screen has some lines, whatever is left out; and nobody waits for more than so many answers at once. */
const enough = 12;
const mostAnswers = 5;

/**
 * @typedef {object} Wanted
 * @property {string} [task]
 * @property {string} [list]  with the tasks in it
 * @property {string} [device]
 * @property {string | null} [since]
 * @property {number} [limit]  of a page
 * @property {(entry: Entry) => boolean} [keeps]  what of it is shown
 */

export class Feed {
  /** All that were read, the latest first. @type {Entry[]} */
  #read = [];
  /** Where the next page begins; null at the end. @type {string | null} */
  #next = null;
  #hasBegun = false;
  #turn = Promise.resolve();
  /** Why nothing more is here; null where nothing is wrong. @type {string | null} */
  refused = null;
  isAsking = true;

  /** @param {Wanted} wanted @param {() => void} changed */
  constructor(wanted, changed) {
    this.wanted = wanted;
    this.changed = changed;
  }

  /** Those that are shown, the latest first. */
  get entries() {
    const { keeps } = this.wanted;
    return this.#read.filter((entry) => isTold(entry) && (keeps?.(entry) ?? true));
  }

  /** When the server heard of the latest. */
  get newest() {
    return this.#read[0]?.recordedAt;
  }

  /** Whether all that there is was read. */
  get isWhole() {
    return this.#hasBegun && this.#next === null;
  }

  /** Reads on. */
  more() {
    return this.#inTurn(async () => {
      const wanted = this.entries.length + enough;
      for (let answers = 0; answers < mostAnswers && this.entries.length < wanted && !this.isWhole; answers += 1) {
        const page = await this.#page(this.#next);
        if (!page) return;
        this.#read = [...this.#read, ...page.entries];
        this.#next = page.nextCursor;
        this.#hasBegun = true;
      }
    });
  }

  /** Reads what is new; all anew where more is new than a page holds. */
  fresh() {
    return this.#inTurn(async () => {
      const page = await this.#page(null);
      if (!page) return;
      const newest = this.#read[0]?.revision ?? -1;
      const isNear = page.nextCursor === null || page.entries.some(({ revision }) => revision <= newest);
      if (this.#hasBegun && isNear) {
        this.#read = [...page.entries.filter(({ revision }) => revision > newest), ...this.#read];
      } else {
        [this.#read, this.#next, this.#hasBegun] = [page.entries, page.nextCursor, true];
      }
    });
  }

  /** @param {() => Promise<void>} deed */
  #inTurn(deed) {
    this.#turn = this.#turn.then(async () => {
      this.isAsking = true;
      await deed();
      this.isAsking = false;
      this.changed();
    });
    return this.#turn;
  }

  /** @param {string | null} cursor @returns {Promise<{entries: Entry[], nextCursor: string | null} | null>} */
  async #page(cursor) {
    const { task, list, device, since, limit } = this.wanted;
    const values = { task, list, device, since: since ?? undefined, limit, cursor: cursor ?? undefined };
    const answer = await keeper.server("history", values);
    this.refused = answer.kind === "refused" ? answer.code : null;
    return answer.kind === "done" ? /** @type {any} */ (answer.with) : null;
  }
}
