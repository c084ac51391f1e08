/**
 * What stands over the days: which they are, the ways to those before and after, and month or week.
 *
 * @import { Where } from "./place.js"
 * @import { Span } from "./spans.js"
 */
import { dress, element, fill } from "../element.js";
import { icon } from "../parts/icons.js";
import { segments } from "../parts/page.js";
import { standingLine } from "../parts/standing-line.js";
import { later } from "../words/later.js";

const w = later.calendar;

export class CalendarHead {
  #title = element("h1", { tabindex: -1 });
  #before;
  #after;
  #spans = element("div", { class: "calendar-spans" });
  /** @type {Span | null} */
  #span = null;

  /** @param {{turn: (steps: number) => void, today: () => void, show: (span: Span) => void}} deeds */
  constructor(deeds) {
    this.deeds = deeds;
    this.#before = element("button", { class: "quiet", onclick: () => deeds.turn(-1) }, icon("back"));
    this.#after = element("button", { class: "quiet", onclick: () => deeds.turn(1) }, icon("forward"));
    const today = element("button", { class: "soft", onclick: deeds.today }, w.today);
    this.node = element(
      "header",
      { class: "head" },
      element(
        "div",
        { class: "head-line" },
        this.#title,
        element("div", { class: "calendar-ways" }, this.#before, today, this.#after),
        this.#spans,
      ),
      standingLine(),
    );
  }

  /**
   * What is dragged over a way turns to it.
   * @param {string} title @param {Span} span @param {Record<"before" | "after", Where & {date: string}>} places
   */
  show(title, span, places) {
    if (this.#title.textContent !== title) this.#title.textContent = title;
    dress(this.#before, { "aria-label": w.before[span], data: { drop: dropName(places.before) } });
    dress(this.#after, { "aria-label": w.after[span], data: { drop: dropName(places.after) } });
    if (span === this.#span) return;
    this.#span = span;
    const hadFocus = this.#spans.contains(document.activeElement);
    const choices = /** @type {[Span, string][]} */ (Object.entries(w.spans));
    fill(this.#spans, segments(w.spansLabel, choices, span, this.deeds.show));
    if (hadFocus) /** @type {HTMLElement | null} */ (this.#spans.querySelector("[aria-pressed='true']"))?.focus();
  }
}

/** @param {Where & {date: string}} place */
function dropName({ span, date }) {
  return `calendar:${span}:${date}`;
}
