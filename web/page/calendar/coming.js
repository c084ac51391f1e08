/**
 * When tasks that repeat come back, as far as it is shown. Only what is open has a next date, and it is made when the
 * task is done: until then these are no tasks.
 *
 * @import { Group, Row } from "../../types/messages.js"
 * @import { Grouped } from "../list/plan.js"
 * @import { Recurrence } from "../repeat/rule.js"
 */
import { daysBetween } from "../dates.js";
import { isDateOf, successor } from "../repeat/dates.js";
import { readRule } from "../repeat/rule.js";

/** A rule that counts its dates is followed one by one, so far. */
const farthest = 800;

/**
 * The dates of these days on which a task comes back, those left out that are behind.
 * @param {Row} row @param {string[]} days  in their order @param {string} today @returns {string[]}
 */
export function comingDates({ recurrence, scheduledDate: date, state }, days, today) {
  const rule = readRule(recurrence);
  const last = days[days.length - 1];
  if (!rule || !date || state === "completed" || last <= date || last < today) return [];
  const known = /** @type {Recurrence} */ (recurrence);
  const isComing = rule.end.kind === "count"
    ? isAmong(countedDates(known, date, last))
    : (/** @type {string} */ day) => isDateOf(rule, date, day) && !isOver(rule.end, day);
  return days.filter((day) => day > date && day >= today && !known.except?.includes(day) && isComing(day));
}

/** @param {import("../repeat/rule.js").End} end @param {string} day */
function isOver(end, day) {
  return end.kind === "until" && day > end.date;
}

/** @param {Set<string>} dates */
function isAmong(dates) {
  return (/** @type {string} */ day) => dates.has(day);
}

/** @param {Recurrence} recurrence @param {string} date @param {string} last */
function countedDates(recurrence, date, last) {
  /** @type {Set<string>} */
  const dates = new Set();
  if (daysBetween(date, last) > farthest) return dates;
  let next = successor(recurrence, date);
  while (next && next.date <= last) {
    dates.add(next.date);
    next = successor(next.recurrence, next.date);
  }
  return dates;
}

/**
 * Groups by their dates, with those that will come back on these, and on days that have no task.
 * @param {Group[]} groups @param {Map<string, Row[]>} coming @returns {Grouped[]}
 */
export function amongDays(groups, coming) {
  const known = new Set(groups.map(({ date }) => date));
  const total = groups.reduce((sum, { first, count }) => Math.max(sum, first + count), 0);
  const others = [...coming.keys()].filter((date) => !known.has(date)).map((date) => {
    const next = groups.find((group) => (group.date ?? "") > date);
    return { date, first: next?.first ?? total, count: 0 };
  });
  const inOrder = [...groups, ...others].sort((one, other) => (one.date ?? "") < (other.date ?? "") ? -1 : 1);
  return inOrder.map((group) => {
    const rows = group.date && coming.get(group.date);
    return rows ? { ...group, coming: rows } : group;
  });
}
