/**
 * Where the calendar is: which days it shows, and which of them is chosen. One that nobody chose follows today.
 *
 * @import { Address } from "../router.js"
 * @import { Span } from "./spans.js"
 */
import { firstOf, isInMonth, turned, weeksAround } from "./spans.js";

/** @typedef {Extract<Address, {screen: "calendar"}>} Where */

export class Place {
  firstWeekday = 1;
  /** What was asked for last. @type {Where} */
  #where = { screen: "calendar" };
  #isChosen = false;

  /** @param {string} today @param {number} firstWeekday @param {Where} where @param {Span} usual */
  constructor(today, firstWeekday, where, usual) {
    this.today = today;
    this.firstWeekday = firstWeekday;
    this.span = usual;
    this.current = today;
    this.seek(where, usual);
  }

  /** @param {Where} where @param {Span} usual  what is shown where the address does not say it */
  seek(where, usual) {
    this.#where = where;
    this.span = where.span ?? usual;
    this.#isChosen = where.day !== undefined;
    this.current = where.day ?? this.#dayOf(where);
  }

  /** A day has turned, or the week begins on another. @param {string} today @param {number} firstWeekday */
  turnOfDay(today, firstWeekday) {
    this.today = today;
    this.firstWeekday = firstWeekday;
    if (!this.#isChosen) this.current = this.#dayOf(this.#where);
  }

  /** @param {string} day */
  choose(day) {
    this.current = day;
    this.#isChosen = true;
  }

  /** From now on the chosen day is today, whichever that is. */
  follow() {
    this.#where = { screen: "calendar" };
    this.#isChosen = false;
  }

  get weeks() {
    return weeksAround(this.span, this.current, this.firstWeekday);
  }

  /** Whether a day belongs to what is shown. @param {string} day */
  holds(day) {
    return this.span === "month" ? isInMonth(day, this.current) : this.weeks.flat().includes(day);
  }

  /** The address that shows a day. @param {string} day @returns {Where & {date: string}} */
  showing(day, span = this.span) {
    return { screen: "calendar", span, date: firstOf(span, day, this.firstWeekday), day };
  }

  /** The address some months or weeks on. @param {number} steps */
  turned(steps) {
    return this.showing(turned(this.span, this.current, steps));
  }

  /** Today, where it is among what an address shows, else its first day. @param {Where} where */
  #dayOf({ date }) {
    if (!date) return this.today;
    const [one, other] = [date, this.today].map((each) => firstOf(this.span, each, this.firstWeekday));
    return one === other ? this.today : date;
  }
}
