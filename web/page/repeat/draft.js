/**
 * A repetition as a form holds it, where every answer is there at once, whichever of them counts.
 *
 * @import { Frequency, Recurrence, Rule } from "./rule.js"
 */
import { weekday } from "../dates.js";
import { ordinal } from "./dates.js";
import { pinned, plainDays, readRule, recurrenceOf, ruleOf } from "./rule.js";

/**
 * @typedef {object} Draft
 * @property {Frequency} frequency
 * @property {number} interval
 * @property {number[]} weekdays  of a week
 * @property {"day" | "weekday" | "own"} by  what of a month is meant; `own` is what the form has no words for
 * @property {number} monthDay
 * @property {number} ordinal
 * @property {number} weekday
 * @property {number} month
 * @property {"never" | "until" | "count"} ends
 * @property {string} until
 * @property {number} count
 * @property {boolean} onSchedule
 * @property {string[]} except
 * @property {Rule | null} own
 */

/** @param {Recurrence | null} recurrence @param {string} date @returns {Draft} */
export function draftOf(recurrence, date) {
  const read = readRule(recurrence);
  const rule = read ? pinned(read, date) : ruleOf("weekly", { days: plainDays([weekday(date)]) });
  const isDaily = rule.frequency === "weekly" && rule.interval === 1 && rule.days.length === 7;
  const { end } = rule;
  return {
    frequency: isDaily ? "daily" : rule.frequency,
    interval: rule.interval,
    weekdays: rule.frequency === "weekly" && !isDaily ? rule.days.map((day) => day.weekday) : [weekday(date)],
    by: isOwn(rule) ? "own" : rule.days[0]?.ordinal ? "weekday" : "day",
    monthDay: rule.monthDays[0] ?? Number(date.slice(8)),
    ordinal: rule.days[0]?.ordinal ?? (ordinal(date) === 5 ? -1 : ordinal(date)),
    weekday: rule.days[0]?.ordinal ? rule.days[0].weekday : weekday(date),
    month: rule.months[0] ?? Number(date.slice(5, 7)),
    ends: end.kind,
    until: end.kind === "until" ? end.date : "",
    count: end.kind === "count" ? end.count : 10,
    onSchedule: recurrence?.onSchedule ?? false,
    except: recurrence?.except ?? [],
    own: isOwn(rule) ? rule : null,
  };
}

/** Whether the form has no words for a rule. @param {Rule} rule */
function isOwn({ frequency, days, monthDays, months }) {
  if (frequency === "daily") return days.length + monthDays.length + months.length > 0;
  if (frequency === "weekly") return months.length > 0;
  const isOneDay = monthDays.length === 1 && days.length === 0;
  const isOneWeekday = monthDays.length === 0 && days.length === 1 && days[0].ordinal !== null;
  return !(isOneDay || isOneWeekday) || months.length !== (frequency === "yearly" ? 1 : 0);
}

/** The rule that is meant. @param {Draft} draft @returns {Rule} */
export function ruleOfDraft(draft) {
  const { frequency, interval, ends, until, count, own } = draft;
  /** @type {Rule["end"]} */
  const end = ends === "until" && until
    ? { kind: "until", date: until }
    : ends === "count"
    ? { kind: "count", count }
    : {
      kind: "never",
    };
  if (own && own.frequency === frequency && draft.by === "own") return { ...own, interval, end };
  const isWeekday = draft.by === "weekday";
  const isMonthly = frequency === "monthly" || frequency === "yearly";
  return ruleOf(frequency, {
    interval,
    end,
    weekStart: own?.weekStart ?? 1,
    days: frequency === "weekly"
      ? plainDays(draft.weekdays)
      : isMonthly && isWeekday
      ? [{ weekday: draft.weekday, ordinal: draft.ordinal }]
      : [],
    monthDays: isMonthly && !isWeekday ? [draft.monthDay] : [],
    months: frequency === "yearly" ? [draft.month] : [],
  });
}

/** @param {Draft} draft @returns {Recurrence} */
export function recurrenceOfDraft(draft) {
  return recurrenceOf(ruleOfDraft(draft), draft);
}
