/** Days, hours and durations as pictures of what was done say them, and what is read out of each bar and square. */
import { language, number, plural, sayDate, timeOf } from "../forms.js";

/** What pictures are called where they are read out. */
export const daysPicture = "Completed on each of the last 30 days";
export const yearPicture = "Completed on each day of the last year";
export const rhythmPicture = "Completed in each hour of the weekdays";
export const weekPicture = "Completed on each day of the week";
/** @param {string} date */
export const weekdayOf = (date) => sayDate(date, { weekday: "short" });

/** @param {number} count */
export const tasks = (count) => plural(count, { one: "# task", other: "# tasks" });

/** @param {string} date */
export const fullDay = (date) => sayDate(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
/** @param {string} date */
const longDay = (date) => sayDate(date, { weekday: "long", day: "numeric", month: "long" });
/** @param {string} date */
export const shortDay = (date) => sayDate(date, { day: "numeric", month: "short" });
/** @param {string} date */
export const shortMonth = (date) => sayDate(date, { month: "short" });
/** @param {number} day  1 is Monday */
export const weekdayName = (day) => sayDate(`2024-01-0${day}`, { weekday: "long" });
/** @param {number} day */
export const shortWeekday = (day) => sayDate(`2024-01-0${day}`, { weekday: "short" });

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

/** @param {number} hour  0 to 24 */
export const clock = (hour) => timeOf(`2024-01-01T${String(hour % 24).padStart(2, "0")}:00:00Z`, "UTC");
/** @param {number} day @param {number} hour @param {number} count */
export const hourRead = (day, hour, count) =>
  `${weekdayName(day)}, ${clock(hour)} to ${clock(hour + 1)}: ${tasks(count)}`;
/** @param {number} day @param {number} hour */
export const rhythmTold = (day, hour) => `Most is done on a ${weekdayName(day)}, and at ${clock(hour)}`;

/** @type {[seconds: number, unit: string][]} */
const units = [[86_400, "day"], [3_600, "hour"], [60, "minute"]];

/** `2.5 hours`. @param {number} seconds */
export function duration(seconds) {
  const [size, unit] = units.find(([size]) => seconds >= size) ?? [60, "minute"];
  if (seconds < 60) return "less than a minute";
  const maximumFractionDigits = seconds / size < 10 ? 1 : 0;
  return new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "long", maximumFractionDigits }).format(
    seconds / size,
  );
}

/** @param {string} from @param {string} to */
export function weekName(from, to) {
  const format = new Intl.DateTimeFormat(language(), {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return format.formatRange(Date.parse(from), Date.parse(to));
}
