/**
 * What has rung and was not answered yet, and what has rung at all: each thing rings once for each time that it is told
 * for, whoever tells of it first, this device's own clock or the server.
 *
 * @import { Ring } from "../types/messages.js"
 */

/** Who was away for longer knows from the tasks what was missed. */
export const latest = 86_400_000;

/** @typedef {{since: number, told: Record<string, string>, open: Ring[]}} Kept */

export class Rung {
  /** When this device began to look: what passed before then was told by others, if at all. */
  #since;
  /** By subject and tag, the last time for which it rang. @type {Map<string, string>} */
  #told;
  /** By tag, the oldest first. @type {Map<string, Ring>} */
  #open;

  /** @param {Kept | undefined} kept @param {number} now */
  constructor(kept, now) {
    this.#since = kept?.since ?? now;
    this.#told = new Map(Object.entries(kept?.told ?? {}));
    this.#open = new Map((kept?.open ?? []).map((ring) => [ring.tag, ring]));
  }

  get open() {
    return [...this.#open.values()];
  }

  /**
   * Whether a task is to ring whose reminder came at a time.
   * @param {string} task @param {number} at @param {number} now
   */
  wants(task, at, now) {
    return at > Math.max(this.#since, now - latest) && !this.#hasTold(`reminder ${tagOf(task)}`, at);
  }

  /** Answers whether it is to ring: what has rung already takes the links that came with it. @param {Ring} ring */
  add(ring) {
    const name = `${ring.subject} ${ring.tag}`;
    const open = this.#open.get(ring.tag);
    if (this.#hasTold(name, Date.parse(ring.at))) {
      if (open && isSameTime(open.at, ring.at) && ring.links) this.#open.set(ring.tag, { ...open, links: ring.links });
      return false;
    }
    this.#told.set(name, ring.at);
    this.#open.delete(ring.tag);
    this.#open.set(ring.tag, ring);
    return true;
  }

  /**
   * Takes away what was answered, or has no reason any more.
   * @param {(ring: Ring) => boolean} isOver @returns {Ring[]}
   */
  remove(isOver) {
    const over = this.open.filter(isOver);
    for (const { tag } of over) this.#open.delete(tag);
    return over;
  }

  /** What is kept on the disk; of what is long past nothing. @param {number} now @returns {Kept} */
  toKeep(now) {
    this.remove(({ at }) => Date.parse(at) < now - latest);
    for (const [name, at] of this.#told) if (Date.parse(at) < now - latest) this.#told.delete(name);
    return { since: this.#since, told: Object.fromEntries(this.#told), open: this.open };
  }

  /** @param {string} name @param {number} at */
  #hasTold(name, at) {
    const told = this.#told.get(name);
    return told !== undefined && Date.parse(told) === at;
  }
}

/** The server and this device may write an instant in two ways. @param {string} one @param {string} other */
export function isSameTime(one, other) {
  return Date.parse(one) === Date.parse(other);
}

/** Under which whatever is said of a task stands; the server's messages have the same. @param {string} task */
export function tagOf(task) {
  return `task-${task}`;
}
