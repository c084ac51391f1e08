/**
 * Rings at the reminders of this device's own tasks, also without a network or an account, and for whatever the server
 * tells of. One tab is told to ring, all of them what stands unanswered.
 *
 * @import { Event, Ring, Row } from "../types/messages.js"
 * @import { Touched } from "../types/core.js"
 * @import { Leader } from "./leader.js"
 * @import { Kept } from "./rung.js"
 */
import { quietFor } from "./quiet.js";
import { isOpen, ReminderTimes } from "./reminder-times.js";
import { isSameTime, Rung, tagOf } from "./rung.js";
import { ask } from "./server.js";

/** Clocks are set and machines sleep, so that no timer is trusted for longer. */
const longestWait = 20_000;

export class Reminders {
  #rung;
  #times;
  /** Whether tabs know that something is to come. */
  #hasTold = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;

  /** @param {Leader} leader @param {string} tab  of this keeper @param {unknown} kept */
  constructor(leader, tab, kept) {
    this.leader = leader;
    this.tab = tab;
    this.#rung = new Rung(/** @type {Kept | undefined} */ (kept), Date.now());
    this.#times = new ReminderTimes(leader, (id, row) => this.#noted(id, row), () => this.#plan());
    if (!kept) this.#keep();
  }

  /** Another account, or none: what passed before now was told elsewhere. */
  beginAnew() {
    this.#times.beginAnew();
    this.#rung = new Rung(undefined, Date.now());
    this.#tell([]);
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
    this.#times.touched(touched);
  }

  /** The server tells something. @param {string} data */
  told(data) {
    const { subject, taskId, dueAt, title, body, actions } = JSON.parse(data);
    /** @type {Ring} */
    const ring = { tag: taskId ? tagOf(taskId) : subject, task: taskId, subject, at: dueAt, title, body };
    if (actions && Object.keys(actions).length > 0) ring.links = actions;
    this.leader.book.queue.run(() => {
      // What was done here may still be on its way to the server.
      const row = taskId && this.#times.row(taskId);
      if (row && !isOpen(row)) return;
      this.#tell(this.#rung.add(ring) ? [ring.tag] : []);
    });
  }

  /** The server takes something back. @param {string} data */
  withdrawn(data) {
    const { taskId, dueAt } = JSON.parse(data);
    this.#end((ring) => ring.task === taskId && isSameTime(ring.at, dueAt));
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
    this.#times.end();
  }

  /** What rang for a task may have no reason any more. @param {string} id @param {Row | undefined} row */
  #noted(id, row) {
    const at = isOpen(row) ? row.reminderAt : null;
    const isMoved = (/** @type {Ring} */ ring) => ring.subject === "reminder" && !(at && isSameTime(ring.at, at));
    this.#end((ring) => ring.task === id && (!isOpen(row) || isMoved(ring)));
  }

  #plan() {
    clearTimeout(this.#clock);
    if (this.leader.ending.signal.aborted) return;
    const now = Date.now();
    let next = Infinity;
    for (const [task, at] of this.#times.all) if (at < next && this.#rung.wants(task, at, now)) next = at;
    if (next === Infinity) return;
    if (!this.#hasTold) this.leader.tell(this.#event([]));
    this.#hasTold = true;
    const wait = Math.max(0, next - now);
    this.#clock = setTimeout(
      () => wait > longestWait ? this.#plan() : this.leader.book.queue.run(() => this.#ring()),
      Math.min(wait, longestWait),
    );
  }

  #ring() {
    const now = Date.now();
    const { settings } = this.leader.book.core.need("outline", { now }).answer;
    const quiet = quietFor(settings, now);
    if (quiet > 0) {
      this.#clock = setTimeout(() => this.#plan(), Math.min(quiet, longestWait));
      return;
    }
    const due = this.#times.all.filter(([task, at]) => at <= now && this.#rung.wants(task, at, now));
    const rings = due.sort(([, one], [, other]) => one - other).flatMap(([task]) => {
      const row = this.#times.row(task);
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

  /** @param {string[]} ring @returns {Event} */
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
