/**
 * The disk below a book: everything is written in its order, and what the core took in and the disk did not goes before
 * all that follows.
 *
 * @import { Book as Name, Draft } from "../types/messages.js"
 * @import { Shelf, Change, Durability } from "./store.js"
 */
import { NotLeader } from "./store.js";

/** Whatever the disk refused for a moment is tried again after these, in milliseconds. */
const pauses = [50, 200, 600];

export class Disk {
  /** Since when the disk does not take what it is given, and why. @type {{code: string, since: number} | null} */
  trouble = null;
  /** @type {string[]} */
  #owed = [];
  /** Called when another keeper leads. */
  onLeadLost = () => {};

  /** @param {Name} name @param {Shelf} store */
  constructor(name, store) {
    this.name = name;
    this.store = store;
  }

  /** What is written as soon as the disk takes it. @param {string} journal */
  owe(journal) {
    if (journal) this.#owed.push(journal);
  }

  /** What is owed is of no use any more. */
  forgive() {
    this.#owed = [];
  }

  /** Writes what is owed. Answers whether the disk has everything now. @param {Durability} [durability] */
  async settle(durability) {
    if (!this.#owed.length) return true;
    try {
      await this.write({}, durability);
      return true;
    } catch (error) {
      this.suffer(error);
      return false;
    }
  }

  /** Answers as the store does. @param {Omit<Change, "book">} change @param {Durability} [durability] */
  async write(change, durability) {
    // Where the journal is folded, the chunks hold what is owed.
    const owed = change.emptiesJournal ? [] : this.#owed;
    const whole = { ...change, book: this.name, journal: [...owed, ...(change.journal ?? [])] };
    for (let attempt = 0;; attempt += 1) {
      try {
        const isGone = await this.store.write(whole, durability);
        this.#owed = [];
        this.trouble = null;
        return isGone;
      } catch (error) {
        if (error instanceof NotLeader) this.onLeadLost();
        // After an error of its disk a browser may refuse everything until the database is opened anew.
        this.store.close();
        if (error instanceof NotLeader || isFull(error) || attempt === pauses.length) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauses[attempt]));
      }
    }
  }

  /** Where it is not taken, it is still in its field. @param {string} where @param {Draft | null} draft */
  async keepDraft(where, draft) {
    try {
      await this.store.keepDraft(where, draft);
    } catch (error) {
      this.store.close();
      if (!(error instanceof NotLeader)) return;
      this.onLeadLost();
      throw error;
    }
  }

  /** @param {unknown} error */
  suffer(error) {
    if (error instanceof NotLeader) throw error;
    this.trouble ??= { code: codeOf(error), since: Date.now() };
  }
}

/** What the page is told of an error of the disk. @param {unknown} error */
export function codeOf(error) {
  return isFull(error) ? "disk_full" : "disk";
}

/** @param {unknown} error */
function isFull(error) {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
