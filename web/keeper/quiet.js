/** Hours of the day in which nothing rings, as the account's settings say. */

/**
 * How long they last from now on, in milliseconds; 0 outside of them. Where a clock is set in between, whoever waits
 * looks again.
 * @param {Record<string, unknown>} settings @param {number} now
 */
export function quietFor({ quietFrom, quietUntil, timeZone }, now) {
  if (typeof quietFrom !== "string" || typeof quietUntil !== "string" || quietFrom === quietUntil) return 0;
  const [from, until] = [quietFrom, quietUntil].map(minutes);
  const clock = new Intl.DateTimeFormat("en-GB-u-hc-h23", {
    timeZone: String(timeZone ?? "UTC"),
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  }).format(now);
  const at = minutes(clock);
  const isQuiet = from < until ? from <= at && at < until : from <= at || at < until;
  if (!isQuiet) return 0;
  return ((until - at + 1_440) % 1_440) * 60_000 - Number(clock.slice(6, 8)) * 1_000;
}

/** @param {string} time  `09:30`, with or without seconds */
function minutes(time) {
  const [hour, minute] = time.split(":").map(Number);
  return hour * 60 + minute;
}
