/** The last 30 days as bars, and the last year as a map. */
import { element } from "../element.js";
import { drawBars } from "./bars.js";
import { PictureGroup } from "./picture-group.js";
import { rowOf, weekOf } from "./scales.js";
import { drawSquares } from "./squares.js";
import { drawn } from "./svg.js";
import { later } from "../words/later.js";

const words = later.statistics;

/** @import { Day, Days } from "./source.js" */

const shown = 30;

/** The last 30 days. */
export class LastDays {
  #group = new PictureGroup(words.days, words.daysPicture);
  node = this.#group.node;

  /** @param {Days} told */
  show({ days: all }) {
    const days = all.slice(-shown);
    const bars = days.map(({ date, count }) => ({
      key: date,
      count,
      label: words.dayRead(date, count),
      tick: words.shortDay(date),
    }));
    this.#group.show(
      (size) => drawBars(bars, 7, size),
      words.daysTold(sum(days), busiest(days)),
      () => ({ head: [words.heads.day, words.heads.tasks], rows: rowsOf(days) }),
    );
  }

  end() {
    this.#group.end();
  }
}

/** The last year. */
export class LastYear {
  #group = new PictureGroup(words.year, words.yearPicture, legend());
  node = this.#group.node;

  /** @param {Days} told @param {number} firstWeekday */
  show({ days, total, busiest }, firstWeekday) {
    const first = days[0].date;
    const squares = days.map(({ date, count }) => ({
      key: date,
      count,
      label: words.fullDayRead(date, count),
      column: weekOf(first, date, firstWeekday),
      row: rowOf(date, firstWeekday),
    }));
    const heads = squares.filter(({ key }) => key.endsWith("-01"))
      .map(({ key, column }) => ({ text: words.shortMonth(key), at: column }));
    // Every other day is named: all seven would stand too close.
    const names = Array.from(
      { length: 7 },
      (_, row) => row % 2 === 1 ? "" : words.shortWeekday((firstWeekday - 1 + row) % 7 + 1),
    );
    this.#group.show(
      (size) => drawSquares(squares, [heads, heads.filter((_, at) => at % 2 === 0)], names, size, false),
      words.daysTold(total, busiest),
      () => ({ head: [words.heads.day, words.heads.tasks], rows: rowsOf(days.filter(({ count }) => count > 0)) }),
    );
  }

  end() {
    this.#group.end();
  }
}

/** The latest first. @param {Day[]} days @returns {[string, number][]} */
function rowsOf(days) {
  return days.map(({ date, count }) => /** @type {[string, number]} */ ([words.fullDay(date), count])).reverse();
}

/** @param {Day[]} days */
function sum(days) {
  return days.reduce((sum, { count }) => sum + count, 0);
}

/** The earliest of the days with the most. @param {Day[]} days @returns {Day | null} */
function busiest(days) {
  const most = Math.max(...days.map(({ count }) => count));
  return most === 0 ? null : days.find(({ count }) => count === most) ?? null;
}

/** What the strength of a square means. */
function legend() {
  const [less, more] = words.legend;
  const squares = [0, 1, 2, 3, 4].map((level) =>
    drawn("rect", { class: `square level-${level}`, x: level * 14, y: 0, width: 12, height: 12, rx: 3 })
  );
  const picture = drawn("svg", { width: 68, height: 12 }, squares);
  return element("p", { class: "legend", "aria-hidden": "true" }, less, picture, more);
}
