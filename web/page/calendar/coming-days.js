/**
 * What will come back in Upcoming: on the days of the next two weeks, behind the tasks of each. These are no tasks: they
 * take no drop and have no circle, and a press opens the one that repeats.
 *
 * @import { Group, Row } from "../../types/messages.js"
 * @import { Grouped } from "../list/plan.js"
 */
import { plusDays } from "../dates.js";
import { keeper, outline } from "../desk.js";
import { element } from "../element.js";
import { render } from "../render.js";
import { later } from "../words/later.js";
import { amongDays, comingDates } from "./coming.js";
import { comingLine } from "./coming-line.js";

const subscription = "coming";
const days = 14;
/** Of more that repeat those that come first. */
const most = 500;
/** So many lines has a day: they are all drawn, and the rest is counted. */
const perDay = 12;

export class ComingDays {
  #today = "";
  /** @type {Row[]} */
  #rows = [];
  /** By their dates. @type {Map<string, Row[]>} */
  #coming = new Map();
  #told = "";

  /** @param {() => void} changed  something else will come back */
  constructor(changed) {
    this.changed = changed;
    this.#stop = outline.watch((value) => value && this.#turnTo(value.today));
  }

  #stop;

  end() {
    this.#stop();
    keeper.leave(subscription);
  }

  /** The days of a list with those on which only something comes back. @param {Group[]} groups */
  among(groups) {
    return amongDays(groups, this.#coming);
  }

  /** @param {Grouped} group @param {HTMLElement | null} before */
  draw({ date = "", coming = [] }, before) {
    const node = before ?? element("ul", { class: "coming-tasks in-list", data: { coming: date } });
    node.setAttribute("aria-label", later.calendar.comesOn(date));
    const rest = coming.length - perDay;
    const more = rest > 0 && element("li", { key: "more", class: "coming-more" }, later.calendar.moreComing(rest));
    render(node, coming.slice(0, perDay).map((row) => comingLine(row, date)), more);
    return node;
  }

  /** @param {string} today */
  #turnTo(today) {
    if (today === this.#today) return;
    this.#today = today;
    const text = `open repeating date<${plusDays(today, days + 1)} sort:date,order`;
    keeper.look(subscription, { kind: "search", text }, 0, most, (picture) => {
      if (picture.fromDisk) return;
      this.#rows = picture.rows;
      if (this.#count()) this.changed();
    });
  }

  /** Answers whether anything else will come back than was said before. */
  #count() {
    const dates = Array.from({ length: days }, (_, at) => plusDays(this.#today, at + 1));
    this.#coming = new Map();
    for (const row of this.#rows) {
      for (const date of comingDates(row, dates, this.#today)) {
        const rows = this.#coming.get(date);
        if (rows) rows.push(row);
        else this.#coming.set(date, [row]);
      }
    }
    const told = JSON.stringify(
      [...this.#coming].map(([date, rows]) => [date, rows.map(({ id, title }) => [id, title])]),
    );
    const isNew = told !== this.#told;
    this.#told = told;
    return isNew;
  }
}
