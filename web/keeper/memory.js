/**
 * What stands in for the disk where a person says that this is not their computer: the same pieces, in this worker's
 * memory, and gone with it.
 *
 * @import { Book, Change } from "./store.js"
 */
export class Memory {
  /** @type {Map<number, string>} */
  #chunks = new Map();
  /** @type {string[]} */
  #journal = [];
  /** @type {Map<string, unknown>} */
  #papers = new Map();

  onNewer = () => {};

  /** @param {Book} _book */
  async read(_book) {
    return { chunks: [...this.#chunks.values()], journal: [...this.#journal], papers: new Map(this.#papers) };
  }

  /** @param {Change} change */
  async write({ emptiesJournal, journal = [], chunks = [], papers = {} }) {
    if (emptiesJournal) this.#journal = [];
    this.#journal.push(...journal);
    for (const [number, text] of chunks) {
      if (text) this.#chunks.set(number, text);
      else this.#chunks.delete(number);
    }
    for (const [name, value] of Object.entries(papers)) {
      if (value === undefined) this.#papers.delete(name);
      else this.#papers.set(name, value);
    }
  }

  async empty() {
    this.#chunks.clear();
    this.#journal = [];
    this.#papers.clear();
  }

  /** @param {string} _seat */
  async picture(_seat) {
    return undefined;
  }

  /** @param {string} _seat @param {unknown} _picture */
  async keepPicture(_seat, _picture) {}

  close() {}
}
