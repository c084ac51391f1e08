/** Days, hours and durations as pictures of what was done say them, and what is read out of each bar and square. */
import { language, number, plural, sayDate, timeOf } from "../forms.js";

/** What pictures are called where they are read out. */
export const daysPicture = "Erledigt an jedem der letzten 30 Tage";
export const yearPicture = "Erledigt an jedem Tag des letzten Jahres";
export const rhythmPicture = "Erledigt in jeder Stunde der Wochentage";
export const weekPicture = "Erledigt an jedem Tag der Woche";
/** @param {string} date */
export const weekdayOf = (date) => sayDate(date, { weekday: "short" });

/** @param {number} count */
export const tasks = (count) => plural(count, { one: "# Aufgabe", other: "# Aufgaben" });

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
    ? `${tasks(total)}, am ${day}`
    : `${tasks(total)}, die meisten am ${day}: ${number(busiest.count)}`;
}

/** @param {number} hour  0 to 24 */
export const clock = (hour) => timeOf(`2024-01-01T${String(hour % 24).padStart(2, "0")}:00:00Z`, "UTC");
/** @param {number} day @param {number} hour @param {number} count */
export const hourRead = (day, hour, count) =>
  `${weekdayName(day)}, ${clock(hour)} bis ${clock(hour + 1)}: ${tasks(count)}`;
/** @param {number} day @param {number} hour */
export const rhythmTold = (day, hour) => `Das meiste wird am ${weekdayName(day)} erledigt, und um ${clock(hour)}`;

/** @type {[seconds: number, unit: string][]} */
const units = [[86_400, "day"], [3_600, "hour"], [60, "minute"]];

/** `2,5 Stunden`. @param {number} seconds */
export function duration(seconds) {
  const [size, unit] = units.find(([size]) => seconds >= size) ?? [60, "minute"];
  if (seconds < 60) return "weniger als eine Minute";
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
