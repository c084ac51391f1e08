/**
 * How often a task comes back, in words.
 *
 * @import { Day, Rule } from "../../repeat/rule.js"
 */
import { formOf, plural, sayDate } from "../forms.js";
import { on } from "./in-sentence.js";

/** A Monday, so that the days behind it have the names of the week. */
const monday = "2024-01-01";

/** @param {number} weekday */
export const weekdayName = (weekday) => sayDate(monday.slice(0, 9) + weekday, { weekday: "long" });
/** @param {number} weekday */
export const shortWeekday = (weekday) => sayDate(monday.slice(0, 9) + weekday, { weekday: "short" });

/** @param {string[]} names @param {"conjunction" | "disjunction"} type */
const all = (names, type = "conjunction") =>
  formOf(Intl.ListFormat, /** @type {Intl.ListFormatOptions} */ ({ type })).format(names);

/** A year that has every date. @param {number} month @param {number} day */
const leapYear = (month, day) => `2024-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** @param {number} month */
const monthName = (month) => sayDate(leapYear(month, 1), { month: "long" });

/** As it stands before a day: `am ersten Montag`. @param {number} ordinal */
const which = (ordinal) => {
  if (ordinal > 0) return ["ersten", "zweiten", "dritten", "vierten", "fünften"][ordinal - 1] ?? `${ordinal}.`;
  return ["letzten", "vorletzten", "drittletzten", "viertletzten", "fünftletzten"][-ordinal - 1] ??
    `${-ordinal}.-letzten`;
};

/** @param {Day} day */
const dayOf = ({ weekday, ordinal }) =>
  ordinal === null ? weekdayName(weekday) : `${which(ordinal)} ${weekdayName(weekday)}`;

/** @param {number} day */
const monthDay = (day) => day > 0 ? `${day}.` : `${which(day)} Tag`;

const paces = {
  daily: ["jeden Tag", "jeden zweiten Tag", "Tage"],
  weekly: ["jede Woche", "jede zweite Woche", "Wochen"],
  monthly: ["jeden Monat", "jeden zweiten Monat", "Monate"],
  yearly: ["jedes Jahr", "jedes zweite Jahr", "Jahre"],
};

/** `jede Woche`, `jeden zweiten Monat`, `alle 3 Jahre`. @param {Rule} rule */
function pace({ frequency, interval }) {
  const [every, other, units] = paces[frequency];
  if (interval <= 2) return interval === 1 ? every : other;
  return `alle ${interval} ${units}`;
}

/** @param {Rule} rule */
function turns(rule) {
  const { frequency, interval, days, monthDays, months } = rule;
  const weekdays = days.map(({ weekday }) => weekday);
  const isEveryWeek = days.length > 0 && monthDays.length === 0 && interval === 1 &&
    (frequency === "weekly" || frequency === "daily");
  const within = months.length > 0 ? ` im ${all(months.map(monthName))}` : "";
  if (isEveryWeek && weekdays.length === 7) return `jeden Tag${within}`;
  if (isEveryWeek && String(weekdays) === "1,2,3,4,5") return `jeden Werktag${within}`;
  if (isEveryWeek) return `jeden ${all(days.map(dayOf))}${within}`;
  if (frequency === "yearly" && months.length > 0 && monthDays.length > 0 && days.length === 0) {
    const dates = months.flatMap((month) => monthDays.map((day) => dateOf(month, day)));
    return `${pace(rule)} am ${all(dates)}`;
  }
  const named = monthDays.length > 0 ? monthDays.map(monthDay) : days.map(dayOf);
  const only = monthDays.length > 0 && days.length > 0
    ? `, wenn das auf ${all(days.map(onDay), "disjunction")} fällt`
    : "";
  return `${pace(rule)}${named.length > 0 ? ` am ${all(named)}` : ""}${within}${only}`;
}

/** @param {number} month @param {number} day */
const dateOf = (month, day) =>
  day < 0
    ? `${monthDay(day)} im ${monthName(month)}`
    : sayDate(leapYear(month, day), { day: "numeric", month: "long" });

/** @param {Day} day */
const onDay = (day) => day.ordinal === null ? `einen ${dayOf(day)}` : `den ${dayOf(day)}`;

/** @param {Rule} rule */
function ending({ end }) {
  if (end.kind === "until") {
    return `, bis ${sayDate(end.date, { day: "numeric", month: "short", year: "numeric" })}`;
  }
  if (end.kind === "never") return "";
  return end.count === 1 ? ", zum letzten Mal" : plural(end.count, { one: ", # Mal", other: ", # Mal" });
}

/** `jeden Montag und Donnerstag, bis 24. Dez. 2026`. @param {Rule | null} rule */
export const repeats = (rule) => rule ? turns(rule) + ending(rule) : "wiederholt sich";

export { capital } from "../forms.js";

export const repeat = {
  name: "Wiederholung",
  none: "Wiederholt sich nicht",
  custom: "Mehr...",
  /** @param {string} day */
  skip: (day) => `Diese überspringen, weiter ${on(day)}`,
  /** @param {string} day */
  skipped: (day) => `Übersprungen. Die nächste ist ${on(day)}`,
  /** @param {string} day */
  onlyThis: (day) => `Nur diese ist ${on(day)}.`,
  allFollowing: "Auch die folgenden verschieben",
  following: "Was du an dieser Aufgabe änderst, gilt auch für die folgenden.",
  onSchedule: "Die nächste kommt an ihrem Tag, ob diese erledigt ist oder nicht.",
};
