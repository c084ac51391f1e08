/** The review of a week: this one, or any before it. */
import { daysBetween, plusDays } from "../dates.js";
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { group } from "../parts/page.js";
import { render } from "../render.js";
import { number } from "../words/forms.js";
import { drawBars } from "./bars.js";
import { Picture } from "./picture.js";
import { AsTable } from "./table.js";
import { later } from "../words/later.js";

const words = later.statistics;

/** @import { Answers } from "./source.js" */

export class Week {
  #head = element("div", { class: "week-head" });
  #picture = new Picture(words.weekPicture);
  #facts = element("dl", { class: "facts" });
  #table = new AsTable(words.weekPicture);
  node = group(words.review, [this.#head, this.#picture.node, this.#facts, this.#table.node]);

  /** @param {(date: string | null) => void} choose  the week of a date; null for the present one */
  constructor(choose) {
    this.choose = choose;
    this.node.classList.add("pictured");
  }

  /**
   * @param {Answers["review"]} told @param {string} today
   * @param {string | null} refusal  why the week that was chosen is not known
   */
  show({ week, completedWeekBefore, added, postponed, waiting }, today, refusal) {
    const isPresent = week.to >= today;
    const { from, to, total, days } = week;
    const later = daysBetween(from, today) < 14 ? null : plusDays(from, 7);
    render(
      this.#head,
      this.#way("back", words.weekBefore, () => this.choose(plusDays(from, -7)), false),
      element("h3", { "aria-live": "polite" }, words.weekName(from, to)),
      this.#way("forward", words.weekAfter, () => this.choose(later), isPresent),
      refusal && element("p", { class: "problem" }, refusal),
    );
    const bars = days.map(({ date, count }) => ({
      key: date,
      count,
      label: words.dayRead(date, count),
      tick: words.weekdayOf(date),
    }));
    const told = { done: total, before: completedWeekBefore, waiting };
    this.#picture.show((size) => drawBars(bars, 1, size), words.weekTold(told, isPresent));
    /** @type {[string, number][]} */
    const facts = [
      [words.facts.completed, total],
      [words.facts.before, completedWeekBefore],
      [words.facts.added, added],
      [words.facts.postponed, postponed],
      [words.facts.waiting, waiting],
    ];
    render(
      this.#facts,
      facts.map(([name, count]) =>
        element("div", { key: name }, element("dt", {}, name), element("dd", {}, number(count)))
      ),
    );
    this.#table.show(() => ({
      head: [words.heads.day, words.heads.tasks],
      rows: days.map(({ date, count }) => [words.fullDay(date), count]),
    }));
  }

  end() {
    this.#picture.end();
  }

  /** @param {string} drawn @param {string} label @param {() => void} onclick @param {boolean} isLast */
  #way(drawn, label, onclick, isLast) {
    return element("button", {
      key: drawn,
      class: "quiet",
      "aria-label": label,
      "aria-disabled": isLast ? "true" : null,
      onclick: () => isLast || onclick(),
    }, icon(drawn));
  }
}
