/**
 * A value that tells who looks at it when it changes.
 *
 * @template Value
 */
export class Signal {
  /** @type {Set<(value: Value) => void>} */
  #watchers = new Set();
  /** @type {Value} */
  #value;

  /** @param {Value} value */
  constructor(value) {
    this.#value = value;
  }

  /** What it is now. */
  get value() {
    return this.#value;
  }

  set value(value) {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const watcher of [...this.#watchers]) watcher(value);
  }

  /**
   * Calls the watcher now and after each change; the answer stops that.
   *
   * @param {(value: Value) => void} watcher
   * @returns {() => void}
   */
  watch(watcher) {
    this.#watchers.add(watcher);
    watcher(this.#value);
    return () => this.#watchers.delete(watcher);
  }
}
