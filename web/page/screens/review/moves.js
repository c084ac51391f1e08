/**
 * How often tasks were moved to a later day by hand, which only the server knows: it has the history. Asked when the week is
 * looked back on, and again when the server is back.
 */
import { plusDays } from "../../dates.js";
import { standing } from "../../desk.js";
import { askServer } from "../../statistics/source.js";

/** So many days are looked back on for it: what was put off before that has had its peace since. */
const days = 30;

export class Moves {
  /** @type {Map<string, number>} */
  counts = new Map();
  /** Whether the server has answered; null until it did, or did not. @type {boolean | null} */
  isKnown = null;
  #asks = false;
  #stop;

  /** @param {string} today @param {() => void} changed */
  constructor(today, changed) {
    this.today = today;
    this.changed = changed;
    this.#stop = standing.watch((now) => now?.ready && this.isKnown !== true && !now.trouble && this.#ask());
    this.#ask();
  }

  end() {
    this.#stop();
  }

  async #ask() {
    if (this.#asks) return;
    this.#asks = true;
    const answer = await askServer("postponed", { from: plusDays(this.today, 1 - days), to: this.today });
    this.#asks = false;
    this.isKnown = "told" in answer;
    if ("told" in answer) this.counts = new Map(answer.told.most.map(({ id, count }) => [id, count]));
    this.changed();
  }
}
