/**
 * What each tab was answered last, as it lies on the disk: a wish that is asked again, because its keeper fell before the
 * page had the answer, is answered from here and not done twice.
 *
 * @import { Done } from "../types/messages.js"
 */

/** @typedef {Done & {deed: string | null}} DoneDeed */
/** @typedef {{wish: number, done: DoneDeed}} Remembered */

/** So many answers of each tab are kept. */
const most = 32;
const prefix = "wishes:";

export class Answers {
  /** @type {Map<string, Remembered[]>} */
  #byTab = new Map();

  /** @param {Map<string, unknown>} papers  what the disk holds */
  read(papers) {
    this.#byTab.clear();
    for (const [name, value] of papers) {
      if (name.startsWith(prefix)) this.#byTab.set(name.slice(prefix.length), /** @type {Remembered[]} */ (value));
    }
  }

  /** @param {string} tab @param {number} wish */
  to(tab, wish) {
    return this.#byTab.get(tab)?.find((answer) => answer.wish === wish)?.done;
  }

  /**
   * What the tab's paper is to be once this was done; `keep` it when it is on the disk.
   * @param {string} tab @param {DoneDeed} done
   */
  with(tab, done) {
    const next = [...(this.#byTab.get(tab) ?? []).slice(1 - most), { wish: done.wish, done }];
    return { papers: { [prefix + tab]: next }, keep: () => this.#byTab.set(tab, next) };
  }

  /**
   * Papers without those of other tabs than these.
   * @param {(tab: string) => boolean} isThere
   */
  without(isThere) {
    /** @type {Record<string, undefined>} */
    const papers = {};
    for (const tab of [...this.#byTab.keys()].filter((tab) => !isThere(tab))) {
      this.#byTab.delete(tab);
      papers[prefix + tab] = undefined;
    }
    return papers;
  }
}
