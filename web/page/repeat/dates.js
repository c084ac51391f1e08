/**
 * The dates of a repetition, counted as the core counts them (Sources/DaybookCore/Recurrence): to show those that come, and
 * to pass one over.
 *
 * @import { Recurrence, Rule } from "./rule.js"
 */
import { daysBetween, plusDays, weekday } from "../dates.js";
import { pinned, readRule, recurrenceOf, textOf } from "./rule.js";

/** A rule that has no date for so many days is not followed any further: about a hundred years. */
const farthest = 36_600;

/** Whether a rule that begins on a date has another one too. @param {Rule} rule @param {string} start @param {string} date */
export function isDateOf(rule, start, date) {
  return isPassed(pinned(rule, start), start, date);
}

/** The first date of a rule from a day on, whatever came before. @param {Rule} rule @param {string} from */
export function firstDate(rule, from) {
  return isDateOf(rule, from, from) ? from : dateAfter(pinned(rule, from), from, from) ?? from;
}

/** @param {Rule} rule  pinned @param {string} start @param {string} after */
function dateAfter(rule, start, after) {
  for (let days = 1; days <= farthest; days += 1) {
    const next = plusDays(after, days);
    if (rule.end.kind === "until" && next > rule.end.date) return null;
    if (isPassed(rule, start, next)) return next;
  }
  return null;
}

/**
 * What follows an occurrence: its date, and the recurrence that it carries. Null where the series is over.
 * @param {Recurrence} recurrence @param {string} date @returns {{date: string, recurrence: Recurrence} | null}
 */
export function successor(recurrence, date) {
  const rule = readRule(recurrence);
  if (!rule) return null;
  let full = pinned(rule, date);
  let next = date;
  do {
    if (full.end.kind === "count") {
      if (full.end.count <= 1) return null;
      full = { ...full, end: { kind: "count", count: full.end.count - 1 } };
    }
    const following = dateAfter(full, date, next);
    if (following === null) return null;
    next = following;
  } while (recurrence.except?.includes(next));
  const last = next;
  const except = (recurrence.except ?? []).filter((one) => one > last);
  const pattern = "days" in recurrence ? { days: recurrence.days } : { rrule: textOf(full) };
  const more = { ...(recurrence.onSchedule && { onSchedule: true }), ...(except.length > 0 && { except }) };
  return { date: next, recurrence: { ...pattern, ...more } };
}

/**
 * The next one that is not behind: what is passed over with it is passed over too.
 * @param {Recurrence} recurrence @param {string} date @param {string} today
 */
export function skipped(recurrence, date, today) {
  let next = successor(recurrence, date);
  for (let step = 0; next && next.date < today && step < 2000; step += 1) next = successor(next.recurrence, next.date);
  return next;
}

/**
 * The dates that the rule names after one, those that are left out among them.
 * @param {Recurrence} recurrence @param {string} date @param {number} count @returns {string[]}
 */
export function coming({ except: _, ...recurrence }, date, count) {
  /** @type {string[]} */
  const dates = [];
  let next = successor(recurrence, date);
  while (next && dates.length < count) {
    dates.push(next.date);
    next = successor(next.recurrence, next.date);
  }
  return dates;
}

/**
 * The rule as it is when all that follow move as this one has: from the date of the rule that is nearest to it. Null where
 * this one stands on a date of its rule, or where nobody can say which day has moved.
 * @param {Recurrence} recurrence @param {string} date @returns {Recurrence | null}
 */
export function moved(recurrence, date) {
  const rule = readRule(recurrence);
  if (!rule || rule.days.length + rule.monthDays.length === 0 || isOnDay(rule, date)) return null;
  const day = Number(date.slice(8));
  const month = Number(date.slice(5, 7));
  const months = rule.months.length === 1 ? [month] : rule.months;
  if (rule.frequency === "weekly") {
    const from = nearestDay(rule, date);
    const weekdays = rule.days.map((one) => one.weekday === from ? weekday(date) : one.weekday);
    const days = [...new Set(weekdays)].sort().map((one) => ({ weekday: one, ordinal: null }));
    return recurrenceOf({ ...rule, days }, recurrence);
  }
  if (rule.monthDays.length === 1 && rule.days.length === 0) {
    return recurrenceOf({ ...rule, months, monthDays: [day] }, recurrence);
  }
  if (rule.days.length !== 1 || rule.days[0].ordinal === null || rule.monthDays.length > 0) return null;
  const isFromEnd = rule.days[0].ordinal < 0;
  const days = [{ weekday: weekday(date), ordinal: isFromEnd ? -ordinalFromEnd(date) : ordinal(date) }];
  return recurrenceOf({ ...rule, months, days }, recurrence);
}

/** Whether a date is one of the days that a rule names, whatever its interval. @param {Rule} rule @param {string} date */
function isOnDay(rule, date) {
  return isPassed({ ...rule, interval: 1 }, date, date);
}

/** @param {Rule} rule @param {string} date */
function nearestDay({ days }, date) {
  const wanted = weekday(date);
  const steps = (/** @type {number} */ one) => Math.min((one - wanted + 7) % 7, (wanted - one + 7) % 7);
  return days.map((day) => day.weekday).reduce((best, one) => steps(one) < steps(best) ? one : best);
}

/** The how-manieth of its weekday a date is in its month. @param {string} date */
export function ordinal(date) {
  return Math.ceil(Number(date.slice(8)) / 7);
}

/** @param {string} date */
export function ordinalFromEnd(date) {
  return Math.floor((monthLength(date) - Number(date.slice(8))) / 7) + 1;
}

/** @param {string} date */
export function monthLength(date) {
  const [year, month] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** @param {Rule} rule @param {string} start @param {string} date */
function isPassed(rule, start, date) {
  if (date < start || !isInTurn(rule, start, date)) return false;
  const [year, month, day] = date.split("-").map(Number);
  if (rule.months.length > 0 && !rule.months.includes(month)) return false;
  const length = monthLength(date);
  if (rule.monthDays.length > 0 && !rule.monthDays.includes(day) && !rule.monthDays.includes(day - length - 1)) {
    return false;
  }
  if (rule.days.length === 0) return true;
  const isOfYear = rule.frequency === "yearly" && rule.months.length === 0;
  const index = isOfYear ? daysBetween(`${year}-01-01`, date) : day - 1;
  const last = isOfYear ? daysBetween(`${year}-01-01`, `${year}-12-31`) : length - 1;
  return rule.days.some(({ weekday: one, ordinal }) => {
    if (one !== weekday(date)) return false;
    if (ordinal === null) return true;
    return ordinal > 0 ? Math.floor(index / 7) + 1 === ordinal : Math.floor((last - index) / 7) + 1 === -ordinal;
  });
}

/** Whether the interval does not leave it out. @param {Rule} rule @param {string} start @param {string} date */
function isInTurn({ frequency, interval, weekStart }, start, date) {
  if (interval === 1) return true;
  const week = (/** @type {string} */ of) => plusDays(of, -((weekday(of) - weekStart + 7) % 7));
  const [[year, month], [otherYear, otherMonth]] = [start, date].map((one) => one.split("-").map(Number));
  const steps = {
    daily: () => daysBetween(start, date),
    weekly: () => daysBetween(week(start), week(date)) / 7,
    monthly: () => (otherYear - year) * 12 + otherMonth - month,
    yearly: () => otherYear - year,
  };
  return steps[frequency]() % interval === 0;
}
