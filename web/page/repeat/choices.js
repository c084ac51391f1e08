/**
 * What is offered first where somebody says how often a task comes back: what its own date suggests.
 *
 * @import { Recurrence, Rule } from "./rule.js"
 */
import { weekday } from "../dates.js";
import { firstDate, monthLength, ordinal } from "./dates.js";
import { pinned, plainDays, readRule, ruleOf, textOf } from "./rule.js";

/** @typedef {"daily" | "weekdays" | "weekly" | "fortnightly" | "monthDay" | "monthWeekday" | "yearly"} Choice */

/** The choices for a date, each with its rule, in the order in which they are offered. @param {string} date */
export function choicesFor(date) {
  const [, month, day] = date.split("-").map(Number);
  const days = plainDays([weekday(date)]);
  const isLast = day === monthLength(date);
  // The fifth one of a month is the last, and other months have no fifth.
  const nth = ordinal(date) === 5 ? -1 : ordinal(date);
  /** @type {[Choice, Rule][]} */
  const choices = [
    ["daily", ruleOf("daily")],
    ["weekdays", ruleOf("weekly", { days: plainDays([1, 2, 3, 4, 5]) })],
    ["weekly", ruleOf("weekly", { days })],
    ["fortnightly", ruleOf("weekly", { days, interval: 2 })],
    ["monthDay", ruleOf("monthly", { monthDays: [isLast && day > 28 ? -1 : day] })],
    ["monthWeekday", ruleOf("monthly", { days: [{ weekday: days[0].weekday, ordinal: nth }] })],
    ["yearly", ruleOf("yearly", { months: [month], monthDays: [day] })],
  ];
  return choices.map(([choice, rule]) => ({ choice, rule }));
}

/** Which of the choices a rule is, whatever ends it; null for one of its own. @param {Rule} rule @param {string} date */
export function choiceOf(rule, date) {
  const text = plain(pinned(rule, date));
  return choicesFor(date).find(({ rule: one }) => plain(one) === text)?.choice ?? null;
}

/** @param {Rule} rule */
function plain(rule) {
  const isDaily = rule.frequency === "weekly" && rule.interval === 1 && rule.days.length === 7;
  return textOf({ ...(isDaily ? ruleOf("daily") : rule), end: { kind: "never" }, weekStart: 1 });
}

/**
 * What is written into a task that is to repeat: without a date it begins on the first that the rule names, and so it does
 * where its own is none.
 * @param {Recurrence} recurrence @param {string | null} date @param {string} today
 */
export function repeating(recurrence, date, today) {
  const rule = readRule(recurrence);
  const first = rule ? firstDate(rule, date ?? today) : date ?? today;
  return first === date ? { recurrence } : { recurrence, scheduledDate: first };
}
