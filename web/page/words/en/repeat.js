/**
 * How often a task comes back, in words.
 *
 * @import { Day, Rule } from "../../repeat/rule.js"
 */
import { formOf, plural, sayDate } from "../forms.js";

/** A Monday, so that the days behind it have the names of the week. */
const monday = "2024-01-01";

/** @param {number} weekday */
export const weekdayName = (weekday) => sayDate(monday.slice(0, 9) + weekday, { weekday: "long" });
/** @param {number} weekday */
export const shortWeekday = (weekday) => sayDate(monday.slice(0, 9) + weekday, { weekday: "short" });

/** @param {string[]} names */
const all = (names) => formOf(Intl.ListFormat, conjunction).format(names);
/** @type {Intl.ListFormatOptions} */
const conjunction = { type: "conjunction" };

/** @type {Intl.PluralRulesOptions} */
const ordinal = { type: "ordinal" };

/** @param {number} number */
const nth = (number) => {
  const ends = { one: "st", two: "nd", few: "rd", other: "th" };
  const form = formOf(Intl.PluralRules, ordinal).select(number);
  return `${number}${ends[/** @type {keyof typeof ends} */ (form)]}`;
};

/** A year that has every date. @param {number} month @param {number} day */
const leapYear = (month, day) => `2024-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** @param {number} month */
const monthName = (month) => sayDate(leapYear(month, 1), { month: "long" });

/** @param {number} ordinal */
const which = (ordinal) => {
  const names = ["first", "second", "third", "fourth", "fifth"];
  if (ordinal > 0) return names[ordinal - 1] ?? nth(ordinal);
  return ordinal === -1 ? "last" : `${names[-ordinal - 1] ?? nth(-ordinal)} to last`;
};

/** @param {Day} day */
const dayOf = ({ weekday, ordinal }) =>
  ordinal === null ? weekdayName(weekday) : `${which(ordinal)} ${weekdayName(weekday)}`;

/** @param {number} day */
const monthDay = (day) => day > 0 ? `the ${nth(day)}` : day === -1 ? "the last day" : `the ${which(day)} day`;

const units = { daily: "day", weekly: "week", monthly: "month", yearly: "year" };

/** `every week`, `every other month`, `every 3 years`. @param {Rule} rule */
function pace({ frequency, interval }) {
  if (interval === 1) return `every ${units[frequency]}`;
  return interval === 2 ? `every other ${units[frequency]}` : `every ${interval} ${units[frequency]}s`;
}

/** @param {Rule} rule */
function turns(rule) {
  const { frequency, interval, days, monthDays, months } = rule;
  const weekdays = days.map(({ weekday }) => weekday);
  const isEveryWeek = days.length > 0 && monthDays.length === 0 && interval === 1 &&
    (frequency === "weekly" || frequency === "daily");
  const within = months.length > 0 ? ` in ${all(months.map(monthName))}` : "";
  if (isEveryWeek && weekdays.length === 7) return `every day${within}`;
  if (isEveryWeek && String(weekdays) === "1,2,3,4,5") return `every weekday${within}`;
  if (isEveryWeek) return `every ${all(days.map(dayOf))}${within}`;
  if (frequency === "yearly" && months.length > 0 && monthDays.length > 0 && days.length === 0) {
    const dates = months.flatMap((month) => monthDays.map((day) => dateOf(month, day)));
    return `${pace(rule)} on ${all(dates)}`;
  }
  const named = [...monthDays.map(monthDay), ...(monthDays.length > 0 ? [] : days.map((day) => theDay(day)))];
  const only = monthDays.length > 0 && days.length > 0 ? `, if it is ${all(days.map(dayOf))}` : "";
  const of = frequency === "yearly" && months.length > 0 && days.length > 0
    ? ` of ${all(months.map(monthName))}`
    : within;
  return `${pace(rule)}${named.length > 0 ? ` on ${all(named)}` : ""}${of}${only}`;
}

/** @param {number} month @param {number} day */
const dateOf = (month, day) =>
  day < 0
    ? `${monthDay(day)} of ${monthName(month)}`
    : sayDate(leapYear(month, day), { day: "numeric", month: "long" });

/** @param {Day} day */
const theDay = (day) => day.ordinal === null ? dayOf(day) : `the ${dayOf(day)}`;

/** @param {Rule} rule */
function ending({ end }) {
  if (end.kind === "until") {
    return `, until ${sayDate(end.date, { day: "numeric", month: "short", year: "numeric" })}`;
  }
  if (end.kind === "never") return "";
  return end.count === 1 ? ", for the last time" : plural(end.count, { one: ", # time", other: ", # times" });
}

/** `every Monday and Thursday, until 24 Dec 2026`. @param {Rule | null} rule */
export const repeats = (rule) => rule ? turns(rule) + ending(rule) : "repeats";

export { capital } from "../forms.js";

export const repeat = {
  name: "Repeat",
  none: "Does not repeat",
  custom: "More choices...",
  /** @param {string} day */
  skip: (day) => `Skip this one, on to ${day}`,
  /** @param {string} day */
  skipped: (day) => `Skipped. The next one is ${day}`,
  /** @param {string} day */
  onlyThis: (day) => `Only this one is on ${day}.`,
  allFollowing: "Move those that follow, too",
  following: "What is changed in this task is so in those that follow, too.",
  onSchedule: "The next one comes on its day, whether this one is done or not.",
};
