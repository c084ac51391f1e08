/**
 * What stands in for the disk where a person says that this is not their computer: the same pieces, in this worker's
 * memory, and gone with it.
 *
 * @import { Book, Change, Draft } from "./store.js"
 */
export class Memory {
  /** @type {Map<number, string>} */
  #chunks = new Map();
  /** @type {string[]} */
  #journal = [];
  /** @type {Map<string, unknown>} */
  #documents = new Map();

  onNewer = () => {};

  /** @param {Book} _book */
  read(_book) {
    const chunks = [...this.#chunks.values()];
    return Promise.resolve({ chunks, journal: [...this.#journal], documents: new Map(this.#documents) });
  }

  /** No draft lies here. @param {Change} change */
  write({ emptiesJournal, journal = [], chunks = [], documents = {} }) {
    if (emptiesJournal) this.#journal = [];
    this.#journal.push(...journal);
    for (const [number, text] of chunks) {
      if (text) this.#chunks.set(number, text);
      else this.#chunks.delete(number);
    }
    for (const [name, value] of Object.entries(documents)) {
      if (value === undefined) this.#documents.delete(name);
      else this.#documents.set(name, value);
    }
    return Promise.resolve(true);
  }

  empty() {
    this.#chunks.clear();
    this.#journal = [];
    this.#documents.clear();
    return Promise.resolve();
  }

  /** @param {string} _seat */
  picture(_seat) {
    return Promise.resolve(undefined);
  }

  /** @param {string} _seat @param {unknown} _picture */
  keepPicture(_seat, _picture) {
    return Promise.resolve();
  }

  /** Half a task is as little kept as a whole one. @param {string} _where @param {Draft | null} _draft */
  keepDraft(_where, _draft) {
    return Promise.resolve();
  }

  close() {}
}
