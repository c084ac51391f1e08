/**
 * What is half written, by the address of its view. It outlives the view, the page and a crash: a moment after it was
 * typed it lies on this device's disk, and nowhere else. It goes when a task was made of it, and with the account.
 *
 * @import { Draft, KeptDraft } from "../types/messages.js"
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
  /** What lies there, as this page put it there or heard of it. @type {Map<string, Draft>} */
  #kept = new Map();
  /** How many tasks are being made of what lies at a view's address. @type {Map<string, number>} */
  #held = new Map();
  /** @type {Map<string, Show>} */
  #watchers = new Map();
  /**
   * What came from elsewhere since this page began: below which address each place of its own is.
   * @type {Map<string, string>}
   */
  #brought = new Map();
  /** @type {Set<() => void>} */
  #listeners = new Set();
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

  /** All that is half written at an address and below it, the newest first. @param {string} where */
  under(where) {
    const all = [...this.#drafts].filter(([name]) => isUnder(name, where));
    return all.sort(([one], [other]) => Number(one < other) - Number(one > other));
  }

  /** Hears of everything that is half written. @param {() => void} listener */
  hearAll(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {string} where @param {Draft} draft */
  write(where, draft) {
    this.#set(where, draft, false);
    this.#due.add(where);
    // A task is not to come back as half of one.
    if (isNothing(draft)) return this.flush();
    this.#clock ??= setTimeout(() => this.flush(), rest);
  }

  /**
   * A task is being made of it. Answers what lies on the disk, which goes from there in the same write, unless
   * something else lies there by then; null where nothing does, or where that is not known yet.
   * @param {string} where @returns {KeptDraft | null}
   */
  handOver(where) {
    const draft = this.#isKnown && this.#kept.get(where);
    if (!draft) return null;
    this.#kept.delete(where);
    return { where, draft };
  }

  /**
   * Until a task is made, what is typed at its address meanwhile does not take the place of what it is made of: one or
   * the other lies on the disk whatever happens.
   * @param {string} where @param {Promise<unknown>} made
   */
  async hold(where, made) {
    this.#held.set(where, (this.#held.get(where) ?? 0) + 1);
    await made.catch(() => {});
    const left = (this.#held.get(where) ?? 1) - 1;
    if (left > 0) this.#held.set(where, left);
    else this.#held.delete(where);
    this.flush();
  }

  /**
   * What comes from elsewhere gets a place of its own below an address, once where it comes twice. Answers which, and
   * when it lies on the disk.
   * @param {string} where @param {Draft} draft @returns {{place: string, kept: Promise<unknown>}}
   */
  bring(where, draft) {
    const again = this.under(where).find(([, there]) => isSame(there, draft));
    if (again) return { place: again[0], kept: Promise.resolve() };
    const last = this.under(where)[0]?.[0] ?? "";
    // The names of two that come at once stand in their order, too.
    const named = placeAt(where, Date.now());
    const place = named > last ? named : `${last}+`;
    this.#brought.set(place, where);
    // Nothing lies there that it could be written over, and the next may come at once.
    this.#kept.set(place, draft);
    const kept = Promise.resolve(this.keep(place, draft));
    this.#set(place, draft, false);
    return { place, kept };
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
      if (this.#held.has(where)) continue;
      this.#due.delete(where);
      const draft = this.of(where);
      if (!isNothing(draft)) this.#kept.set(where, draft);
      else if (!this.#kept.delete(where)) continue;
      this.keep(where, isNothing(draft) ? null : draft);
    }
  }

  /** What lay on the disk when this page began. @param {Record<string, Draft>} drafts */
  begin(drafts) {
    if (this.#isKnown) return;
    for (const [where, draft] of Object.entries(drafts)) {
      this.#kept.set(where, draft);
      // The same text was brought again before this one was read from the disk: one of them is enough.
      if (this.#isAgain(where, draft)) this.write(where, nothing);
      // What this page itself has put there may have been written on since.
      else if (!this.#brought.has(where)) this.#set(where, once(draft, this.of(where)), false);
    }
    this.#isKnown = true;
    this.flush();
    this.#listeners.forEach((listener) => listener());
  }

  /** What another tab wrote. @param {string} where @param {Draft | null} draft */
  hear(where, draft) {
    if (draft) this.#kept.set(where, draft);
    else this.#kept.delete(where);
    if (!this.#due.has(where)) this.#set(where, draft ?? nothing, true);
  }

  /** Whose drafts these were has left this browser; what was on its way to the disk meanwhile goes from there too. */
  forget() {
    for (const where of new Set([...this.#drafts.keys(), ...this.#kept.keys()])) this.write(where, nothing);
  }

  /** @param {string} where @param {Draft} draft */
  #isAgain(where, draft) {
    return [...this.#brought].some(([place, above]) =>
      place !== where && isUnder(where, above) && isSame(this.of(place), draft)
    );
  }

  /** @param {string} where @param {Draft} draft @param {boolean} isNews */
  #set(where, draft, isNews) {
    if (isNothing(draft)) this.#drafts.delete(where);
    else this.#drafts.set(where, draft);
    this.#watchers.get(where)?.(draft, isNews);
    if (this.#isKnown) this.#listeners.forEach((listener) => listener());
  }
}

/** @param {string} name @param {string} where */
function isUnder(name, where) {
  return name === where || name.startsWith(`${where}/`);
}

/** Later ones have names that stand later in the order of letters. @param {string} where @param {number} moment */
function placeAt(where, moment) {
  return `${where}/${moment.toString(36)}`;
}

/** @param {Draft} one @param {Draft} other */
function isSame(one, other) {
  return one.title === other.title && one.notes === other.notes;
}

/** @param {Draft} draft */
function isNothing({ title, notes }) {
  return title === "" && notes === "";
}

/** Both, or one where they are the same. @param {Draft} first @param {Draft} then */
function once(first, then) {
  return isSame(first, then) ? first : joined(first, then);
}

/** @param {Draft} first @param {Draft} then @returns {Draft} */
function joined(first, then) {
  const both = (/** @type {string} */ one, /** @type {string} */ other) => [one, other].filter(Boolean).join("\n");
  const plain = [...first.plain ?? [], ...then.plain ?? []];
  return {
    title: both(first.title, then.title),
    notes: both(first.notes, then.notes),
    ...(plain.length > 0 && { plain }),
  };
}
