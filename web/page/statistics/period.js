/**
 * Of which time the pictures are that are of no time in particular: the balance, the rhythm, and what stands below them.
 *
 * @import { Period } from "./dates-of.js"
 */
import { element } from "../element.js";
import { select, setting } from "../parts/page.js";
import { render } from "../render.js";
import { later } from "../words/later.js";

const words = later.statistics;

export class PeriodChoice {
  #note = element("p", { class: "note", role: "status" });

  /** @param {Period} period @param {(period: Period) => void} choose */
  constructor(period, choose) {
    const choices = /** @type {[Period, string][]} */ (Object.entries(words.periods));
    const chosen = (/** @type {string} */ one) => choose(/** @type {Period} */ (one));
    const line = setting(words.period, select(choices, period, chosen), words.periodMore);
    this.node = element("div", { class: "group" }, element("div", { class: "group-body" }, line), this.#note);
  }

  /** @param {string | null} sentence  where there is something to say of the numbers of that time */
  show(sentence) {
    render(this.#note, sentence);
    this.#note.hidden = sentence === null;
  }
}
