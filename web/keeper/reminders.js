/**
 * Rings at the reminders of this device's own tasks, also without a network or an account, and for whatever the server
 * tells of. One tab is told to ring, all of them what stands unanswered.
 *
 * @import { Ring, Row } from "../types/messages.js"
 * @import { Touched } from "../types/core.js"
 * @import { Leader } from "./leader.js"
 * @import { Kept } from "./rung.js"
 */
import { isRefused } from "./core.js";
import { quietFor } from "./quiet.js";
import { Rung, tagOf } from "./rung.js";
import { ask } from "./server.js";

/** The first pictures come before this, and so does whatever is typed at once. */
const restAtStart = 1_500;
const rowsAtOnce = 500;
/** Of more rows than this all are read again. */
const mostTouched = 50;
/** Clocks are set and machines sleep, so that no timer is trusted for longer. */
const longestWait = 20_000;

export class Reminders {
  #rung;
  /** When the reminder of each open task comes. @type {Map<string, number>} */
  #times = new Map();
  /** Whether tabs know that something is to come. */
  #hasTold = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reading;

  /** @param {Leader} leader @param {string} tab  of this keeper @param {unknown} kept */
  constructor(leader, tab, kept) {
    this.leader = leader;
    this.tab = tab;
    this.#rung = new Rung(/** @type {Kept | undefined} */ (kept), Date.now());
    if (!kept) this.#keep();
    this.#readSoon(restAtStart);
  }

  /** Another account, or none: what passed before now was told elsewhere. */
  beginAnew() {
    this.#times.clear();
    this.#rung = new Rung(undefined, Date.now());
    this.#tell([]);
    this.#readSoon();
  }

  /**
   * A tab is there; it hears what stands unanswered. Where something is to come it loads what shows it: the network may
   * be gone by then.
   * @param {string} tab
   */
  greet(tab) {
    if (this.#hasTold || this.#rung.open.length > 0) this.leader.say(tab, this.#event([]));
  }

  /** Rows have changed; null for all of them. @param {Touched | null} touched */
  changed(touched) {
    if (!touched || touched.everything || touched.tasks.length > mostTouched) return this.#readSoon();
    if (touched.settings) this.#plan();
    if (touched.tasks.length > 0) this.leader.book.queue.run(() => this.#look(touched.tasks));
  }

  /** The server tells something. @param {string} data */
  told(data) {
    const { subject, taskId, dueAt, title, body, actions } = JSON.parse(data);
    /** @type {Ring} */
    const ring = { tag: taskId ? tagOf(taskId) : subject, task: taskId, subject, at: dueAt, title, body };
    if (actions && Object.keys(actions).length > 0) ring.links = actions;
    this.#tell(this.#rung.add(ring) ? [ring.tag] : []);
  }

  /** The server takes something back. @param {string} data */
  withdrawn(data) {
    const { taskId, dueAt } = JSON.parse(data);
    this.#end((ring) => ring.task === taskId && ring.at === dueAt);
  }

  /**
   * Somebody has seen it; the account's other devices take it away too, where the server has said how.
   * @param {string} tag
   */
  dismiss(tag) {
    for (const { links } of this.#end((ring) => ring.tag === tag)) {
      if (links?.dismiss) ask("POST", new URL(links.dismiss).pathname).catch(() => {});
    }
  }

  end() {
    clearTimeout(this.#clock);
    clearTimeout(this.#reading);
  }

  // What comes when.

  #readSoon(wait = 300) {
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
    this.#plan();
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
      for (const row of answer.rows) this.#note(row);
      ({ open } = answer);
      from = version === 0 || version === answer.version || (turns += 1) > 5 ? from + rowsAtOnce : 0;
      ({ version } = answer);
    }
  }

  /** @param {string[]} ids */
  #look(ids) {
    for (const id of ids) this.#note(this.#row(id), id);
    this.#plan();
  }

  /** @param {string} id @returns {Row | undefined} */
  #row(id) {
    const { answer } = this.leader.book.core.ask("look", {
      now: Date.now(),
      view: { kind: "task", id },
      from: 0,
      count: 1,
    });
    return isRefused(answer) ? undefined : answer.rows[0];
  }

  /** What a task says of itself now, and whether what rang for it still has a reason. @param {Row | undefined} row */
  #note(row, id = row?.id ?? "") {
    const isOpen = row && row.state !== "completed" && !row.deletedAt;
    const at = isOpen ? row.reminderAt : null;
    if (at) this.#times.set(id, Date.parse(at));
    else this.#times.delete(id);
    this.#end(({ task, subject, at: rangAt }) => task === id && (!isOpen || (subject === "reminder" && rangAt !== at)));
  }

  #plan() {
    clearTimeout(this.#clock);
    if (this.leader.ending.signal.aborted) return;
    const now = Date.now();
    let next = Infinity;
    for (const [task, at] of this.#times) if (at < next && this.#rung.wants(task, at, now)) next = at;
    if (next === Infinity) return;
    if (!this.#hasTold) this.leader.tell(this.#event([]));
    this.#hasTold = true;
    const wait = Math.max(0, next - now);
    this.#clock = setTimeout(
      () => wait > longestWait ? this.#plan() : this.leader.book.queue.run(() => this.#ring()),
      Math.min(wait, longestWait),
    );
  }

  // What rings.

  #ring() {
    const now = Date.now();
    const { settings } = this.leader.book.core.need("outline", { now }).answer;
    const quiet = quietFor(settings, now);
    if (quiet > 0) {
      this.#clock = setTimeout(() => this.#plan(), Math.min(quiet, longestWait));
      return;
    }
    const due = [...this.#times].filter(([task, at]) => at <= now && this.#rung.wants(task, at, now));
    const rings = due.sort(([, one], [, other]) => one - other).flatMap(([task]) => {
      const row = this.#row(task);
      return row?.reminderAt ? [ringOf(row, settings.privateReminders === true)] : [];
    });
    this.#tell(rings.filter((ring) => this.#rung.add(ring)).map(({ tag }) => tag));
    this.#plan();
  }

  /** @param {(ring: Ring) => boolean} isOver */
  #end(isOver) {
    const over = this.#rung.remove(isOver);
    if (over.length > 0) this.#tell([]);
    return over;
  }

  /** @param {string[]} ring  what is to ring now, by its tag */
  #tell(ring) {
    this.leader.tell(this.#event([]), this.tab);
    this.leader.say(this.tab, this.#event(ring));
    this.#keep();
  }

  /** @param {string[]} ring @returns {import("../types/messages.js").Event} */
  #event(ring) {
    return { kind: "event", name: "reminders", with: { open: this.#rung.open, ring } };
  }

  #keep() {
    // Where it cannot be written, it may ring once more after the next start.
    this.leader.book.keep({ reminders: this.#rung.toKeep(Date.now()) }).catch(() => {});
  }
}

/**
 * Texts that are private tell no title, and not when a task is due.
 * @param {Row} row @param {boolean} isPrivate @returns {Ring}
 */
function ringOf({ id, title, dueAt, reminderAt }, isPrivate) {
  const told = isPrivate ? { title: null, dueAt: null } : { title, dueAt };
  return { tag: tagOf(id), task: id, subject: "reminder", at: String(reminderAt), ...told };
}
