/**
 * The last answers to each tab, as they lie on the disk. A page whose keeper fell before it answered sends the request
 * again; it is answered from here and not done twice.
 *
 * @import { Done } from "../types/messages.js"
 */

/** @typedef {Done & {deed: string | null}} DoneDeed */
/** @typedef {{request: number, done: DoneDeed}} Remembered */

/** So many answers of each tab are kept. */
const most = 32;
/** The name on the disk, where it stays as the first version of the app wrote it. */
const prefix = "wishes:";

export class Answers {
  /** @type {Map<string, Remembered[]>} */
  #byTab = new Map();

  /** @param {Map<string, unknown>} documents  what the disk holds */
  read(documents) {
    this.#byTab.clear();
    for (const [name, value] of documents) {
      if (name.startsWith(prefix)) this.#byTab.set(name.slice(prefix.length), /** @type {Remembered[]} */ (value));
    }
  }

  /** @param {string} tab @param {number} request */
  to(tab, request) {
    return this.#byTab.get(tab)?.find((answer) => answer.request === request)?.done;
  }

  /**
   * The tab's document with this answer in it. Call `keep` when it is on the disk.
   * @param {string} tab @param {DoneDeed} done
   */
  with(tab, done) {
    const next = [...(this.#byTab.get(tab) ?? []).slice(1 - most), { request: done.request, done }];
    return { documents: { [prefix + tab]: next }, keep: () => this.#byTab.set(tab, next) };
  }

  /**
   * Removes the answers to all tabs but these from the disk.
   * @param {(tab: string) => boolean} isThere
   */
  without(isThere) {
    /** @type {Record<string, undefined>} */
    const documents = {};
    for (const tab of [...this.#byTab.keys()].filter((tab) => !isThere(tab))) {
      this.#byTab.delete(tab);
      documents[prefix + tab] = undefined;
    }
    return documents;
  }
}
