/** How long a reminder is put off. */
import { instantIn } from "../dates.js";

/** @typedef {"10m" | "1h" | "tomorrow"} Snooze */

/**
 * As the server puts it off, by the account's clock and never by less than ten minutes.
 * @param {Snooze} how @param {number} now @param {string} tomorrow @param {Record<string, unknown>} settings
 */
export function snoozedUntil(how, now, tomorrow, { timeZone, dayStart }) {
  const minutes = (/** @type {number} */ count) => new Date(now + count * 60_000).toISOString();
  if (how === "10m") return minutes(10);
  if (how === "1h") return minutes(60);
  const time = [String(dayStart ?? "00:00"), "09:00"].sort()[1];
  const morning = instantIn(tomorrow, time, String(timeZone ?? "UTC"));
  return morning > minutes(10) ? morning : minutes(10);
}
