/**
 * What is half written, by the address of its view. It outlives the view, the page and a crash: a moment after it was
 * typed it lies on this device's disk, and nowhere else. It goes when a task was made of it, and with the account.
 *
 * @import { Draft } from "../types/messages.js"
 */

/** So much may be lost in a crash, in milliseconds; what becomes a task sooner never lies there half. */
const rest = 100;
/** @type {Draft} */
const nothing = { title: "", notes: "" };

/** @typedef {(draft: Draft, isNews: boolean) => void} Show  it is news where another tab wrote it */

export class Drafts {
  /** @type {Map<string, Draft>} */
  #drafts = new Map();
  /** Views whose draft is not on the disk as it is here. @type {Set<string>} */
  #due = new Set();
  /** Views that have one there. @type {Set<string>} */
  #kept = new Set();
  /** @type {Map<string, Show>} */
  #watchers = new Map();
  /** Until it is known what lies on the disk nothing is written over it. */
  #isKnown = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;

  /** @param {(where: string, draft: Draft | null) => unknown} keep  puts it on the disk; null takes it from there */
  constructor(keep) {
    this.keep = keep;
  }

  /** @param {string} where @returns {Draft} */
  of(where) {
    return this.#drafts.get(where) ?? nothing;
  }

  /** Shows the draft of a view now and whenever it is another. @param {string} where @param {Show} show */
  watch(where, show) {
    this.#watchers.set(where, show);
    show(this.of(where), false);
    return () => {
      if (this.#watchers.get(where) === show) this.#watchers.delete(where);
      this.flush();
    };
  }

  /** @param {string} where @param {Draft} draft */
  write(where, draft) {
    this.#set(where, draft, false);
    this.#due.add(where);
    // A task is not to come back as half of one.
    if (isNothing(draft)) return this.flush();
    this.#clock ??= setTimeout(() => this.flush(), rest);
  }

  /** What comes from elsewhere goes behind what is there, once. @param {string} where @param {Draft} draft */
  bring(where, draft) {
    this.write(where, once(this.of(where), draft));
  }

  /** What could not become a task goes before what was typed meanwhile. @param {string} where @param {Draft} draft */
  giveBack(where, draft) {
    this.write(where, joined(draft, this.of(where)));
  }

  /** Puts on the disk what is not there yet. */
  flush() {
    clearTimeout(this.#clock);
    this.#clock = undefined;
    if (!this.#isKnown) return;
    for (const where of this.#due) {
      const draft = this.of(where);
      if (!isNothing(draft)) this.#kept.add(where);
      else if (!this.#kept.delete(where)) continue;
      this.keep(where, isNothing(draft) ? null : draft);
    }
    this.#due.clear();
  }

  /** What lay on the disk when this page began. @param {Record<string, Draft>} drafts */
  begin(drafts) {
    if (this.#isKnown) return;
    this.#isKnown = true;
    for (const [where, draft] of Object.entries(drafts)) {
      this.#kept.add(where);
      this.#set(where, once(draft, this.of(where)), false);
    }
    this.flush();
  }

  /** What another tab wrote. @param {string} where @param {Draft | null} draft */
  hear(where, draft) {
    if (draft) this.#kept.add(where);
    else this.#kept.delete(where);
    if (!this.#due.has(where)) this.#set(where, draft ?? nothing, true);
  }

  /** Whose drafts these were has left this browser; what was on its way to the disk meanwhile goes from there too. */
  forget() {
    for (const where of new Set([...this.#drafts.keys(), ...this.#kept])) this.write(where, nothing);
  }

  /** @param {string} where @param {Draft} draft @param {boolean} isNews */
  #set(where, draft, isNews) {
    if (isNothing(draft)) this.#drafts.delete(where);
    else this.#drafts.set(where, draft);
    this.#watchers.get(where)?.(draft, isNews);
  }
}

/** @param {Draft} draft */
function isNothing({ title, notes }) {
  return title === "" && notes === "";
}

/** Both, or one where they are the same. @param {Draft} first @param {Draft} then */
function once(first, then) {
  return first.title === then.title && first.notes === then.notes ? first : joined(first, then);
}

/** @param {Draft} first @param {Draft} then @returns {Draft} */
function joined(first, then) {
  const both = (/** @type {string} */ one, /** @type {string} */ other) => [one, other].filter(Boolean).join("\n");
  return { title: both(first.title, then.title), notes: both(first.notes, then.notes) };
}
