/**
 * What may be done with what rings. These are gestures like any others: they work without a network and can be undone.
 *
 * @import { Ring } from "../../types/messages.js"
 */
import { instantIn } from "../dates.js";
import { perform, tell } from "../deeds.js";
import { keeper, outline } from "../desk.js";
import { openTask } from "../parts/pane.js";
import { goTo } from "../router.js";
import { momentName } from "../words/forms.js";
import { notifications as w } from "../words/en/notifications.js";

/** @typedef {"10m" | "1h" | "tomorrow"} Snooze */

/** @param {string} task */
export async function complete(task) {
  tell(await perform({ act: "edit", ids: [task], fields: { state: "completed" } }), w.isDone, "normal");
}

/** @param {string} task @param {Snooze} how */
export async function snooze(task, how) {
  const { today = "", tomorrow = "", settings = {} } = outline.value ?? {};
  const reminderAt = snoozedUntil(how, Date.now(), tomorrow, settings);
  const done = await perform({ act: "edit", ids: [task], fields: { reminderAt } });
  tell(done, w.snoozed(momentName(reminderAt, today, String(settings.timeZone ?? "UTC"))), "normal");
}

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

/** @param {string} tag */
export function dismiss(tag) {
  keeper.dismiss(tag);
}

/** The task; or, of what is told of the day, Today. @param {Pick<Ring, "task">} ring */
export function open({ task }) {
  if (task) openTask(task);
  else goTo("today");
}
