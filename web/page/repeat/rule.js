/**
 * How often a task comes back, read and written as the API has it (docs/use/planning.md): weekdays of every week, or a rule in
 * the words of RFC 5545, on calendar dates alone.
 *
 * @typedef {{days: number[]} | {rrule: string}} Pattern
 * @typedef {Pattern & {onSchedule?: boolean, except?: string[], carriedFrom?: unknown}} Recurrence
 * @typedef {"daily" | "weekly" | "monthly" | "yearly"} Frequency
 * @typedef {{weekday: number, ordinal: number | null}} Day  1 is Monday; the n-th of its month or year, from its end if negative
 * @typedef {{kind: "never"} | {kind: "until", date: string} | {kind: "count", count: number}} End
 *
 * @typedef {object} Rule
 * @property {Frequency} frequency
 * @property {number} interval
 * @property {Day[]} days
 * @property {number[]} monthDays  from the month's end where they are negative
 * @property {number[]} months
 * @property {End} end
 * @property {number} weekStart
 */
import { weekday } from "../dates.js";

const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const frequencies = /** @type {const} */ (["daily", "weekly", "monthly", "yearly"]);

/** @param {Frequency} frequency @param {Partial<Rule>} [more] @returns {Rule} */
export function ruleOf(frequency, more = {}) {
  return { frequency, interval: 1, days: [], monthDays: [], months: [], end: { kind: "never" }, weekStart: 1, ...more };
}

/** @param {number[]} weekdays @returns {Day[]} */
export function plainDays(weekdays) {
  return [...weekdays].sort((one, other) => one - other).map((weekday) => ({ weekday, ordinal: null }));
}

/** What a recurrence means; null for one that this page does not understand. @param {unknown} recurrence */
export function readRule(recurrence) {
  if (typeof recurrence !== "object" || recurrence === null) return null;
  if ("days" in recurrence && Array.isArray(recurrence.days)) {
    return ruleOf("weekly", { days: plainDays(recurrence.days) });
  }
  return "rrule" in recurrence ? readText(String(recurrence.rrule)) : null;
}

/** @param {string} text @returns {Rule | null} */
function readText(text) {
  const pairs = text.toUpperCase().replace(/^RRULE:/, "").split(";").map((part) => part.split("="));
  const parts = /** @type {Record<string, string>} */ (Object.fromEntries(pairs));
  const frequency = frequencies.find((one) => one.toUpperCase() === parts.FREQ);
  if (!frequency) return null;
  const numbers = (/** @type {string | undefined} */ list) => list ? list.split(",").map(Number) : [];
  const days = parts.BYDAY ? parts.BYDAY.split(",").map(readDay) : [];
  const rule = ruleOf(frequency, {
    interval: Number(parts.INTERVAL ?? 1),
    days: days.filter((day) => day !== null),
    monthDays: numbers(parts.BYMONTHDAY),
    months: numbers(parts.BYMONTH),
    end: readEnd(parts),
    weekStart: codes.indexOf(parts.WKST) + 1 || 1,
  });
  const all = [rule.interval, ...rule.monthDays, ...rule.months];
  return days.includes(null) || !all.every(Number.isInteger) ? null : rule;
}

/** @param {string} text @returns {Day | null} */
function readDay(text) {
  const weekday = codes.indexOf(text.slice(-2)) + 1;
  return weekday === 0 ? null : { weekday, ordinal: text.length > 2 ? Number(text.slice(0, -2)) : null };
}

/** @param {Record<string, string>} parts @returns {End} */
function readEnd({ COUNT, UNTIL }) {
  if (COUNT) return { kind: "count", count: Number(COUNT) };
  if (!UNTIL) return { kind: "never" };
  return { kind: "until", date: `${UNTIL.slice(0, 4)}-${UNTIL.slice(4, 6)}-${UNTIL.slice(6, 8)}` };
}

/** In the words of RFC 5545, without what goes without saying. @param {Rule} rule */
export function textOf({ frequency, interval, days, monthDays, months, end, weekStart }) {
  return [
    `FREQ=${frequency.toUpperCase()}`,
    interval !== 1 && `INTERVAL=${interval}`,
    end.kind === "count" && `COUNT=${end.count}`,
    end.kind === "until" && `UNTIL=${end.date.replaceAll("-", "")}`,
    months.length > 0 && `BYMONTH=${months}`,
    monthDays.length > 0 && `BYMONTHDAY=${monthDays}`,
    days.length > 0 && `BYDAY=${days.map(({ weekday, ordinal }) => `${ordinal ?? ""}${codes[weekday - 1]}`)}`,
    weekStart !== 1 && `WKST=${codes[weekStart - 1]}`,
  ].filter(Boolean).join(";");
}

/**
 * As the API has it: days where the rule is no more than that, as other apps write it.
 * @param {Rule} rule @param {{onSchedule?: boolean, except?: string[]}} [more] @returns {Recurrence}
 */
export function recurrenceOf(rule, { onSchedule = false, except = [] } = {}) {
  const isDaily = rule.frequency === "daily" && rule.days.length === 0;
  const isPlain = rule.interval === 1 && rule.end.kind === "never" &&
    rule.months.length + rule.monthDays.length === 0 &&
    (isDaily || rule.frequency === "weekly" && rule.days.length > 0);
  const days = isDaily ? [1, 2, 3, 4, 5, 6, 7] : rule.days.map(({ weekday }) => weekday);
  return {
    ...(isPlain ? { days } : { rrule: textOf(rule) }),
    ...(onSchedule && { onSchedule }),
    ...(except.length > 0 && { except }),
  };
}

/** The rule with what it leaves to its first date written out. @param {Rule} rule @param {string} date @returns {Rule} */
export function pinned(rule, date) {
  if (rule.days.length > 0 || rule.monthDays.length > 0 || rule.frequency === "daily") return rule;
  if (rule.frequency === "weekly") return { ...rule, days: plainDays([weekday(date)]) };
  const monthDays = [Number(date.slice(8))];
  if (rule.frequency === "monthly") return { ...rule, monthDays };
  return { ...rule, monthDays, months: rule.months.length > 0 ? rule.months : [Number(date.slice(5, 7))] };
}
