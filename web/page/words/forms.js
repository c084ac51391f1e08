/** How numbers, days and times are said in the person's language and the account's zone. */
import { clockIn, daysBetween } from "../dates.js";

/** The language of the words, as the document says it. */
const spoken = () => globalThis.document?.documentElement?.lang || "en";

/** The language of dates and numbers: the browser's, where it is the one of the words. */
export const language = () => navigator.languages?.find((one) => one.split("-")[0] === spoken()) ?? spoken();

/** What says a number or a time is dear to make, and the same each time. @type {Map<string, unknown>} */
const made = new Map();

/**
 * @template Form, Options
 * @param {new (language: string, options?: Options) => Form} Kind @param {Options} [options] @param {string} [locale]
 * @returns {Form}
 */
export function formOf(Kind, options, locale = language()) {
  const name = `${Kind.name} ${locale} ${JSON.stringify(options)}`;
  const form = /** @type {Form | undefined} */ (made.get(name)) ?? new Kind(locale, options);
  made.set(name, form);
  return form;
}

/**
 * @param {number} count
 * @param {Partial<Record<Intl.LDMLPluralRule, string>> & {other: string}} forms  `#` stands for the number
 */
export function plural(count, forms) {
  const form = forms[formOf(Intl.PluralRules).select(count)] ?? forms.other;
  return form.replace("#", number(count));
}

/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => formOf(Intl.DateTimeFormat, options);

/** @param {string} date @param {Intl.DateTimeFormatOptions} options */
export function sayDate(date, options) {
  return format({ ...options, timeZone: "UTC" }).format(Date.parse(`${date}T12:00:00Z`));
}

/** `23–29 November 2026`, `28 December 2026 – 3 January 2027`. */
export function sayDays(
  /** @type {string} */ first,
  /** @type {string} */ last,
  /** @type {Intl.DateTimeFormatOptions} */ options,
) {
  const [from, to] = [first, last].map((date) => Date.parse(`${date}T12:00:00Z`));
  return format({ ...options, timeZone: "UTC" }).formatRange(from, to);
}

/** `Today`, `Tomorrow`, `Yesterday`, `Friday`, `Fri 4 Dec`, `4 Dec 2027`. @param {string} date @param {string} today */
export function dayName(date, today) {
  const days = daysBetween(today, date);
  if (days >= -1 && days <= 1) return capital(relative().format(days, "day"));
  if (days > 1 && days < 7) return sayDate(date, { weekday: "long" });
  if (Math.abs(days) < 300) return sayDate(date, { weekday: "short", day: "numeric", month: "short" });
  return sayDate(date, { day: "numeric", month: "short", year: "numeric" });
}

/** A heading of Upcoming: its name, and what stands beside it. @param {string} date @param {string} today */
export function dayHeading(date, today) {
  const days = daysBetween(today, date);
  const name = dayName(date, today);
  const full = sayDate(date, { weekday: "long", day: "numeric", month: "long" });
  if (days >= -1 && days <= 1) return { name, beside: full };
  if (days > 1 && days < 7) return { name, beside: sayDate(date, { day: "numeric", month: "long" }) };
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  return { name: sayDate(date, { day: "numeric", month: "long", year }), beside: sayDate(date, { weekday: "long" }) };
}

/** An instant: its day and its time. @param {string} at @param {string} today @param {string} zone */
export function momentName(at, today, zone) {
  const day = dayName(clockIn(at, zone).slice(0, 10), today);
  return `${day}, ${timeOf(at, zone)}`;
}

/** @param {string} at @param {string} zone */
export function timeOf(at, zone) {
  return format({ timeZone: zone, hour: "numeric", minute: "2-digit", hourCycle: hourCycle() }).format(new Date(at));
}

/** @type {Intl.DateTimeFormatOptions} */
const hour = { hour: "numeric" };

/** By the language of the person. @type {Map<string, Intl.ResolvedDateTimeFormatOptions["hourCycle"]>} */
const cycles = new Map();

/** Whether a day has twice 12 hours or 24: as where the person is from, whatever language the words are in. */
function hourCycle() {
  const { language } = navigator;
  const cycle = cycles.get(language) ??
    formOf(Intl.DateTimeFormat, hour, language).resolvedOptions().hourCycle;
  cycles.set(language, cycle);
  return cycle;
}

/** How long ago, roughly. @param {number} at @param {number} now */
export function ago(at, now) {
  const seconds = Math.round((at - now) / 1000);
  if (seconds > -60) return spoken() === "de" ? "gerade eben" : "just now";
  if (seconds > -3600) return relative().format(Math.ceil(seconds / 60), "minute");
  if (seconds > -86_400) return relative().format(Math.ceil(seconds / 3600), "hour");
  return relative().format(Math.ceil(seconds / 86_400), "day");
}

/** @type {Intl.RelativeTimeFormatOptions} */
const asWords = { numeric: "auto" };
const relative = () => formOf(Intl.RelativeTimeFormat, asWords);

/** A day within a sentence: `today`, `Friday`, `tomorrow, 09:00`. @param {string} when */
export const inSentence = (when) =>
  [-1, 0, 1].some((days) => when.startsWith(capital(relative().format(days, "day"))))
    ? when.charAt(0).toLowerCase() + when.slice(1)
    : when;

/** @param {string} words */
export const capital = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** @param {number} bytes */
export function bytes(bytes) {
  const unit = bytes < 1e6 ? "kilobyte" : bytes < 1e9 ? "megabyte" : "gigabyte";
  const size = bytes / { kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit];
  /** @type {Intl.NumberFormatOptions} */
  const options = { style: "unit", unit, maximumFractionDigits: size < 10 ? 1 : 0 };
  return formOf(Intl.NumberFormat, options).format(size);
}

/** @type {[seconds: number, unit: string][]} */
const units = [[86_400, "day"], [3_600, "hour"], [60, "minute"], [1, "second"]];

/** `3 seconds`, `2 hours`: in whole ones of the largest unit. @param {number} seconds  one and more */
export function duration(seconds) {
  const [size, unit] = units.find(([size]) => seconds >= size) ?? [1, "second"];
  /** @type {Intl.NumberFormatOptions} */
  const options = { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 };
  return formOf(Intl.NumberFormat, options).format(Math.floor(seconds / size));
}

/** @param {number} value */
export function number(value) {
  return formOf(Intl.NumberFormat).format(value);
}
