/**
 * When the reminder of each open task on this device comes. All tasks are read once, in pieces, and after that those
 * that change.
 *
 * @import { Row } from "../types/messages.js"
 * @import { Touched } from "../types/core.js"
 * @import { Leader } from "./leader.js"
 */
import { isRefused } from "./core.js";

/** The first pictures come before this, and so does whatever is typed at once. */
const restAtStart = 1_500;
/** Changes mostly come together. */
const restAfterChange = 300;
const rowsAtOnce = 500;
/** Of more rows than this all are read again. */
const mostTouched = 50;

export class ReminderTimes {
  /** By task. @type {Map<string, number>} */
  #times = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reading;

  /**
   * @param {Leader} leader
   * @param {(id: string, row: Row | undefined) => void} noted  called with what a task says of itself now
   * @param {() => void} changed  called once times may be others
   */
  constructor(leader, noted, changed) {
    this.leader = leader;
    this.noted = noted;
    this.changed = changed;
    this.#readSoon(restAtStart);
  }

  /** Each task with its time, in milliseconds since 1970. */
  get all() {
    return [...this.#times];
  }

  /** Nothing of what was here stays. */
  beginAnew() {
    this.#times.clear();
    this.#readSoon(restAfterChange);
  }

  /** Rows have changed; null for all of them. @param {Touched | null} touched */
  touched(touched) {
    if (!touched || touched.everything || touched.tasks.length > mostTouched) return this.#readSoon(restAfterChange);
    if (touched.settings) this.changed();
    if (touched.tasks.length > 0) this.leader.book.queue.run(() => this.#look(touched.tasks));
  }

  /** @param {string} id @returns {Row | undefined} */
  row(id) {
    const { answer } = this.leader.book.core.ask("look", {
      now: Date.now(),
      view: { kind: "task", id },
      from: 0,
      count: 1,
    });
    return isRefused(answer) ? undefined : answer.rows[0];
  }

  end() {
    clearTimeout(this.#reading);
  }

  /** @param {number} wait */
  #readSoon(wait) {
    clearTimeout(this.#reading);
    this.#reading = setTimeout(() => this.#read(), wait);
  }

  /** Every task stands in one list, or in none. */
  async #read() {
    const { book } = this.leader;
    const { lists } = await book.queue.run(() => book.core.need("outline", { now: Date.now() }).answer);
    const homes = lists.filter(({ filter }) => filter === undefined).map(({ id }) => id);
    this.#times.clear();
    for (const list of [undefined, ...homes]) await this.#readList(list);
    this.changed();
  }

  /**
   * In pieces, so that nobody's key waits for it; from the beginning where rows changed in between.
   * @param {string} [id]
   */
  async #readList(id) {
    const { book } = this.leader;
    const view = /** @type {{kind: "list", id: string}} */ ({ kind: "list", id });
    for (let from = 0, version = 0, open = 1, turns = 0; from < open && !this.leader.ending.signal.aborted;) {
      const { answer } = await book.queue.run(() =>
        book.core.ask("look", { now: Date.now(), view, from, count: rowsAtOnce })
      );
      if (isRefused(answer)) return;
      for (const row of answer.rows) this.#note(row.id, row);
      ({ open } = answer);
      from = version === 0 || version === answer.version || (turns += 1) > 5 ? from + rowsAtOnce : 0;
      ({ version } = answer);
    }
  }

  /** @param {string[]} ids */
  #look(ids) {
    for (const id of ids) this.#note(id, this.row(id));
    this.changed();
  }

  /** @param {string} id @param {Row | undefined} row */
  #note(id, row) {
    const at = isOpen(row) ? row.reminderAt : null;
    if (at) this.#times.set(id, Date.parse(at));
    else this.#times.delete(id);
    this.noted(id, row);
  }
}

/** @param {Row | undefined} row @returns {row is Row} */
export function isOpen(row) {
  return row !== undefined && row.state !== "completed" && !row.deletedAt;
}
