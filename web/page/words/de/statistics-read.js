/** Days, hours and durations as pictures of what was done say them, and what is read out of each bar and square. */
import { number, plural } from "../forms.js";
import { clock, fullDay, longDay, longDuration, weekdayName } from "../statistics-forms.js";

/** What pictures are called where they are read out. */
export const daysPicture = "Erledigt an jedem der letzten 30 Tage";
export const yearPicture = "Erledigt an jedem Tag des letzten Jahres";
export const rhythmPicture = "Erledigt in jeder Stunde der Wochentage";
export const weekPicture = "Erledigt an jedem Tag der Woche";

/** @param {number} count */
export const tasks = (count) => plural(count, { one: "# Aufgabe", other: "# Aufgaben" });

/** @param {string} date @param {number} count */
export const dayRead = (date, count) => `${longDay(date)}: ${tasks(count)}`;
/** @param {string} date @param {number} count */
export const fullDayRead = (date, count) => `${fullDay(date)}: ${tasks(count)}`;

/** @param {number} total @param {{date: string, count: number} | null} busiest */
export function daysTold(total, busiest) {
  if (!busiest) return tasks(0);
  const day = longDay(busiest.date);
  return busiest.count === total
    ? `${tasks(total)}, am ${day}`
    : `${tasks(total)}, die meisten am ${day}: ${number(busiest.count)}`;
}

/** @param {number} day @param {number} hour @param {number} count */
export const hourRead = (day, hour, count) =>
  `${weekdayName(day)}, ${clock(hour)} bis ${clock(hour + 1)}: ${tasks(count)}`;
/** @param {number} day @param {number} hour */
export const rhythmTold = (day, hour) => `Das meiste wird am ${weekdayName(day)} erledigt, und um ${clock(hour)}`;

/** `2,5 Stunden`. @param {number} seconds */
export const duration = (seconds) => seconds < 60 ? "weniger als eine Minute" : longDuration(seconds);
