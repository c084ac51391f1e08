/**
 * What stands on each day of the calendar: its tasks in their order, and those that will come back on it.
 *
 * @import { Row } from "../../types/messages.js"
 */
import { clockIn } from "../dates.js";
import { comingDates } from "./coming.js";

/**
 * @typedef {{row: Row, dueAt: string | null}} Entry  `dueAt` where it is due on this very day
 * @typedef {object} Day
 * @property {Entry[]} entries
 * @property {Row[]} coming
 * @property {number} done
 */

const states = { active: 0, notStarted: 1, completed: 2 };

/**
 * @param {Row[]} rows @param {string[]} dates  that are shown, in their order @param {string} today
 * @param {string} zone @returns {Map<string, Day>}
 */
export function daysOf(rows, dates, today, zone) {
  const days = new Map(dates.map((date) => [date, /** @type {Day} */ ({ entries: [], coming: [], done: 0 })]));
  for (const row of rows) {
    const day = row.date && days.get(row.date);
    if (day) {
      const isDue = row.dueAt && (row.scheduledDate === null || clockIn(row.dueAt, zone).slice(0, 10) === row.date);
      day.entries.push({ row, dueAt: isDue ? row.dueAt : null });
      if (row.state === "completed") day.done += 1;
    }
    if (row.recurrence) { for (const date of comingDates(row, dates, today)) days.get(date)?.coming.push(row); }
  }
  for (const { entries } of days.values()) entries.sort(inOrder);
  return days;
}

/**
 * By state as in every list, then by the time of day; what is equal stays in the person's own order, in which it comes.
 * @param {Entry} one @param {Entry} other
 */
function inOrder(one, other) {
  const apart = states[one.row.state] - states[other.row.state];
  if (apart !== 0 || one.dueAt === other.dueAt) return apart;
  if (one.dueAt === null || other.dueAt === null) return one.dueAt === null ? 1 : -1;
  return Date.parse(one.dueAt) - Date.parse(other.dueAt);
}
