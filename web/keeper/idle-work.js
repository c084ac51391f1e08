/**
 * Work for when nothing else is to be done: the journal is folded into the chunks, the picture for the next start is
 * kept, and the disk is measured.
 *
 * @import { Standing } from "../types/messages.js"
 * @import { Leader } from "./leader.js"
 */

const rest = 3_000;
const leastToFold = 40;

export class IdleWork {
  /** @type {Standing["storage"]} */
  storage = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;

  /** @param {Leader} leader */
  constructor(leader) {
    this.leader = leader;
  }

  /** Something changed: once nothing more does. */
  soon() {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => this.#tidy(), rest);
  }

  async #tidy() {
    const { book, views } = this.leader;
    await book.fold(leastToFold).catch(() => {});
    const kept = views.toKeep();
    if (kept) await book.store.keepPicture("last", kept);
    await this.measure();
  }

  async measure() {
    // For whoever looks into the browser's own tools, and for the benchmark.
    performance.clearMarks("core");
    performance.mark("core", { detail: this.leader.book.core.size });
    if (!navigator.storage?.estimate) return;
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    this.storage = { usage, quota, persisted: await navigator.storage.persisted() };
    this.leader.stand();
  }

  end() {
    clearTimeout(this.#clock);
  }
}
