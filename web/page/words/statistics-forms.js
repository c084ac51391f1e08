/** Days, hours and durations as pictures of what was done say them, in whatever language is spoken. */
import { formOf, sayDate, timeOf } from "./forms.js";

/** @param {string} date */
export const weekdayOf = (date) => sayDate(date, { weekday: "short" });
/** @param {string} date */
export const fullDay = (date) => sayDate(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
/** @param {string} date */
export const longDay = (date) => sayDate(date, { weekday: "long", day: "numeric", month: "long" });
/** @param {string} date */
export const shortDay = (date) => sayDate(date, { day: "numeric", month: "short" });
/** @param {string} date */
export const shortMonth = (date) => sayDate(date, { month: "short" });
/** @param {number} day  1 is Monday */
export const weekdayName = (day) => sayDate(`2024-01-0${day}`, { weekday: "long" });
/** @param {number} day */
export const shortWeekday = (day) => sayDate(`2024-01-0${day}`, { weekday: "short" });
/** @param {number} hour  0 to 24 */
export const clock = (hour) => timeOf(`2024-01-01T${String(hour % 24).padStart(2, "0")}:00:00Z`, "UTC");

/** @type {[seconds: number, unit: string][]} */
const units = [[86_400, "day"], [3_600, "hour"], [60, "minute"]];

/** `2.5 hours`, of a minute and more. @param {number} seconds */
export function longDuration(seconds) {
  const [size, unit] = units.find(([size]) => seconds >= size) ?? [60, "minute"];
  const maximumFractionDigits = seconds / size < 10 ? 1 : 0;
  /** @type {Intl.NumberFormatOptions} */
  const options = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits };
  return formOf(Intl.NumberFormat, options).format(seconds / size);
}

/** @param {string} from @param {string} to */
export function weekName(from, to) {
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
  return formOf(Intl.DateTimeFormat, options).formatRange(Date.parse(from), Date.parse(to));
}
