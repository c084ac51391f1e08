/**
 * Which open task of a day is looked at now. It stays until something became of it, whatever comes and goes around it,
 * so that no key meets another task than the one that was read. What is left alone waits until the day is begun anew.
 */
export class Cards {
  /** @type {string[]} */
  #open = [];
  /** The last one last. @type {string[]} */
  #left = [];
  /** What was answered, and whether it has gone from what is open since. @type {Map<string, boolean>} */
  #answered = new Map();
  /** @type {string | null} */
  current = null;

  /** What is open now, in its order; what comes back by an undo is looked at again. @param {string[]} open */
  show(open) {
    this.#open = open;
    for (const [id, isGone] of this.#answered) {
      if (!open.includes(id)) this.#answered.set(id, true);
      else if (isGone) this.take(id);
    }
    if (this.current === null || !open.includes(this.current)) this.#goOn();
  }

  /** Something becomes of the task: the next one is looked at, before it is done. */
  answer() {
    if (this.current !== null) this.#answered.set(this.current, false);
    this.#goOn();
  }

  /** Back to a task, since nothing became of it after all. @param {string} id */
  take(id) {
    this.#answered.delete(id);
    this.#left = this.#left.filter((one) => one !== id);
    if (this.#open.includes(id)) this.current = id;
  }

  /** The task stays as it is. */
  leave() {
    if (this.current !== null) this.#left.push(this.current);
    this.#goOn();
  }

  /** Back to the one that was left last and is still open. */
  back() {
    for (let id = this.#left.pop(); id !== undefined; id = this.#left.pop()) {
      if (this.#open.includes(id)) return this.take(id);
    }
  }

  /** All that is open is looked at again, from the first. */
  again() {
    this.#left = [];
    this.#answered.clear();
    this.#goOn();
  }

  /** The place of the one that is looked at among all of this round. */
  get place() {
    return this.#answered.size + this.left + 1;
  }

  get total() {
    return this.#answered.size + this.left + this.waiting;
  }

  /** How many were left and are still open. */
  get left() {
    return this.#left.filter((id) => this.#open.includes(id)).length;
  }

  /** How many wait, the one that is looked at too. */
  get waiting() {
    return this.#open.filter((id) => this.#waits(id)).length;
  }

  #goOn() {
    this.current = this.#open.find((id) => this.#waits(id)) ?? null;
  }

  /** @param {string} id */
  #waits(id) {
    return !this.#answered.has(id) && !this.#left.includes(id);
  }
}
