/**
 * What there is to know about a task besides what can be changed, at its foot.
 *
 * @import { Row } from "../../types/messages.js"
 */
import { clockIn, dayIn } from "../dates.js";
import { outline } from "../desk.js";
import { element } from "../element.js";
import { dayName } from "../words/forms.js";
import { words } from "../words/words.js";

/** @param {Row} row */
export function footOf({ createdAt, completedAt, enteredBacklogAt, carryCount, unsent }) {
  const { today = "", settings = {} } = outline.value ?? {};
  const zone = String(settings.timeZone ?? "UTC");
  const day = (/** @type {string} */ at) => dayName(clockIn(at, zone).slice(0, 10), today);
  // What the end of a day moves there belongs to the day that has ended, as in the backlog's groups.
  const since = enteredBacklogAt && !completedAt &&
    dayName(dayIn(Date.parse(enteredBacklogAt) - 1, zone, String(settings.dayStart ?? "00:00")), today);
  return [
    element("p", {}, words.detail.created(day(createdAt))),
    completedAt && element("p", {}, words.detail.completed(day(completedAt))),
    since && element("p", {}, words.detail.inBacklog(since)),
    carryCount > 0 && element("p", {}, words.carried(carryCount)),
    unsent && element("p", {}, words.unsent),
  ];
}
