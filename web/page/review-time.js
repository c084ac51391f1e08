/** Whether the account's time for the review of the day has come, and what follows from that by itself. */
import { clockIn } from "./dates.js";
import { outline } from "./desk.js";

const day = 24 * 60;
/** A page that sleeps wakes up late, and no clock says when: it looks again and again, in milliseconds. */
const step = 20_000;

/**
 * From the account's time on, until its day ends, which may be after midnight.
 * @param {Record<string, unknown>} settings @param {number} now
 */
export function isReviewTime({ reviewTime = "18:00", dayStart = "00:00", timeZone = "UTC" }, now) {
  if (reviewTime === null) return false;
  const start = minutesOf(String(dayStart));
  const inDay = (/** @type {string} */ time) => (minutesOf(time) - start + day) % day;
  return inDay(clockIn(now, String(timeZone)).slice(11, 16)) >= inDay(String(reviewTime));
}

/** Whether it is so now. */
export function isReviewTimeNow() {
  return isReviewTime(outline.value?.settings ?? {}, Date.now());
}

/** Tells when it comes and when it is over. @param {() => void} changed @returns {() => void} what ends that */
export function atReviewTime(changed) {
  let was = isReviewTimeNow();
  const timer = setInterval(() => {
    const is = isReviewTimeNow();
    if (is === was) return;
    was = is;
    changed();
  }, step);
  return () => clearInterval(timer);
}

/** @param {string} time  `18:30` */
function minutesOf(time) {
  const [hours, minutes] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
