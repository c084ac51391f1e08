/** Days, hours and durations as pictures of what was done say them, and what is read out of each bar and square. */
import { number, plural } from "../forms.js";
import { clock, fullDay, longDay, longDuration, weekdayName } from "../statistics-forms.js";

/** What pictures are called where they are read out. */
export const daysPicture = "Completed on each of the last 30 days";
export const yearPicture = "Completed on each day of the last year";
export const rhythmPicture = "Completed in each hour of the weekdays";
export const weekPicture = "Completed on each day of the week";

/** @param {number} count */
export const tasks = (count) => plural(count, { one: "# task", other: "# tasks" });

/** @param {string} date @param {number} count */
export const dayRead = (date, count) => `${longDay(date)}: ${tasks(count)}`;
/** @param {string} date @param {number} count */
export const fullDayRead = (date, count) => `${fullDay(date)}: ${tasks(count)}`;

/** @param {number} total @param {{date: string, count: number} | null} busiest */
export function daysTold(total, busiest) {
  if (!busiest) return tasks(0);
  const day = longDay(busiest.date);
  return busiest.count === total
    ? `${tasks(total)}, on ${day}`
    : `${tasks(total)}, most on ${day}: ${number(busiest.count)}`;
}

/** @param {number} day @param {number} hour @param {number} count */
export const hourRead = (day, hour, count) =>
  `${weekdayName(day)}, ${clock(hour)} to ${clock(hour + 1)}: ${tasks(count)}`;
/** @param {number} day @param {number} hour */
export const rhythmTold = (day, hour) => `Most is done on a ${weekdayName(day)}, and at ${clock(hour)}`;

/** `2.5 hours`. @param {number} seconds */
export const duration = (seconds) => seconds < 60 ? "less than a minute" : longDuration(seconds);
