/** Which rows are chosen, in the order of the list where it is known. Nothing here knows of the screen. */
export class Selection {
  /** @type {Set<string>} */
  #ids = new Set();
  /** Where a range begins. @type {number | null} */
  anchor = null;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
  }

  get size() {
    return this.#ids.size;
  }

  get ids() {
    return [...this.#ids];
  }

  /** @param {string} id */
  has(id) {
    return this.#ids.has(id);
  }

  /** @param {string} id @param {number} index */
  toggle(id, index) {
    if (!this.#ids.delete(id)) this.#ids.add(id);
    this.anchor = index;
    this.changed();
  }

  /** @param {string[]} ids @param {number | null} [anchor] */
  set(ids, anchor = this.anchor) {
    this.#ids = new Set(ids);
    this.anchor = anchor;
    this.changed();
  }

  clear() {
    if (this.#ids.size === 0) return;
    this.set([], null);
  }
}
