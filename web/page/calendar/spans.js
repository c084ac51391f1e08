/**
 * Which days the calendar shows: a month in whole weeks, or one week, by the account's first weekday. Only dates,
 * nothing of the screen.
 */
import { plusDays, plusMonths, weekday, weeksOf } from "../dates.js";

/** @typedef {"month" | "week"} Span */

/**
 * The weeks that are shown around a date: as many as the month needs, or the one.
 * @param {Span} span @param {string} date @param {number} firstWeekday  1 is Monday, 7 is Sunday
 */
export function weeksAround(span, date, firstWeekday) {
  if (span === "week") return [weekOf(date, firstWeekday)];
  return weeksOf(date, firstWeekday).filter((week) => week.some((day) => isInMonth(day, date)));
}

/** @param {string} date @param {number} firstWeekday */
function weekOf(date, firstWeekday) {
  const first = plusDays(date, -daysInto(date, firstWeekday));
  return Array.from({ length: 7 }, (_, at) => plusDays(first, at));
}

/** How many days of its week lie before a date. @param {string} date @param {number} firstWeekday */
function daysInto(date, firstWeekday) {
  return (weekday(date) - firstWeekday + 7) % 7;
}

/** The first day of the month or week around a date: the one that its address names. */
export function firstOf(/** @type {Span} */ span, /** @type {string} */ date, /** @type {number} */ firstWeekday) {
  return span === "month" ? plusMonths(date, 0) : weekOf(date, firstWeekday)[0];
}

/** Whether two dates are in the same month. @param {string} date @param {string} month */
export function isInMonth(date, month) {
  return date.slice(0, 7) === month.slice(0, 7);
}

/** The same day some months or weeks on; the last of a month that is too short for it. */
export function turned(/** @type {Span} */ span, /** @type {string} */ date, /** @type {number} */ steps) {
  if (span === "week") return plusDays(date, 7 * steps);
  const first = plusMonths(date, steps);
  const last = plusDays(plusMonths(first, 1), -1);
  const same = `${first.slice(0, 8)}${date.slice(8)}`;
  return same > last ? last : same;
}

/**
 * The day to which a key leads through days that stand in weeks; null for a key that leads nowhere.
 * @param {string} key @param {string} date @param {number} firstWeekday @param {{isRightToLeft?: boolean}} [how]
 */
export function walked(key, date, firstWeekday, { isRightToLeft = false } = {}) {
  const ahead = isRightToLeft ? -1 : 1;
  /** @type {Record<string, number>} */
  const days = {
    ArrowLeft: -ahead,
    ArrowRight: ahead,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -daysInto(date, firstWeekday),
    End: 6 - daysInto(date, firstWeekday),
  };
  return Object.hasOwn(days, key) ? plusDays(date, days[key]) : null;
}
