/** Days as the API writes them (`2026-11-24`): no clock, no zone, only the calendar. */

const day = 86_400_000;

/** @param {string} date */
function instant(date) {
  return Date.parse(`${date}T00:00:00Z`);
}

/** @param {string} date @param {number} days */
export function plusDays(date, days) {
  return new Date(instant(date) + days * day).toISOString().slice(0, 10);
}

/** @param {string} from @param {string} to */
export function daysBetween(from, to) {
  return Math.round((instant(to) - instant(from)) / day);
}

/** 1 is Monday, 7 is Sunday. @param {string} date */
export function weekday(date) {
  return new Date(instant(date)).getUTCDay() || 7;
}

/** @param {string} date @param {number} months @returns the first of a month */
export function plusMonths(date, months) {
  const [year, month] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/**
 * The six weeks around a month, as calendars show them.
 * @param {string} month  a date in it @param {number} firstWeekday
 */
export function weeksOf(month, firstWeekday) {
  const first = plusMonths(month, 0);
  const start = plusDays(first, -((weekday(first) - firstWeekday + 7) % 7));
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, at) => plusDays(start, week * 7 + at)));
}

/** The next Saturday after a date. @param {string} date */
export function nextSaturday(date) {
  return plusDays(date, (6 - weekday(date) + 7) % 7 || 7);
}

/** Whether a date is a Saturday or a Sunday. @param {string} date */
export function isWeekend(date) {
  return weekday(date) >= 6;
}

/**
 * A day earlier or later. What has no date, or lies behind, goes on with today; null where it would go into the past.
 * @param {string | null} date @param {1 | -1} step @param {string} today
 */
export function stepped(date, step, today) {
  if (step > 0) return date === null || date < today ? today : plusDays(date, 1);
  return date === null || date <= today ? null : plusDays(date, -1);
}

/** The next Monday after a date. @param {string} date */
export function nextMonday(date) {
  return plusDays(date, 8 - weekday(date));
}

/**
 * The instant at which a clock in a zone shows a day and a time; of a time that is skipped, a moment beside it.
 * @param {string} date @param {string} time  `09:30` @param {string} zone
 */
export function instantIn(date, time, zone) {
  const wanted = Date.parse(`${date}T${time}:00Z`);
  let guess = wanted;
  for (let turn = 0; turn < 2; turn += 1) guess = wanted - (Date.parse(`${clockIn(guess, zone)}Z`) - guess);
  return new Date(guess).toISOString();
}

/** Making one takes long. @type {Map<string, Intl.DateTimeFormat>} */
const clocks = new Map();

/** @param {string} zone */
function clockOf(zone) {
  const made = clocks.get(zone) ?? new Intl.DateTimeFormat("en-GB-u-hc-h23", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  clocks.set(zone, made);
  return made;
}

/** What a clock in a zone shows: `2026-11-24T09:30:00`. @param {number | string} at @param {string} zone */
export function clockIn(at, zone) {
  const parts = clockOf(zone).formatToParts(new Date(at));
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${part.year.padStart(4, "0")}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

/**
 * The day of an instant where days begin at a time of their own.
 * @param {number | string} at @param {string} zone @param {string} dayStart  `04:00`
 */
export function dayIn(at, zone, dayStart) {
  const clock = clockIn(at, zone);
  const date = clock.slice(0, 10);
  return clock.slice(11, 16) < dayStart ? plusDays(date, -1) : date;
}

/**
 * The time of a day that is offered until somebody chooses one: nine, or the next full hour where that is over.
 * @param {string} date @param {string} now  what the clock shows
 */
export function usualTime(date, now) {
  if (date !== now.slice(0, 10) || now.slice(11, 16) < "09:00") return "09:00";
  const hour = Number(now.slice(11, 13)) + 1;
  return hour < 24 ? `${String(hour).padStart(2, "0")}:00` : "23:59";
}
