/**
 * What may be done with what rings. These are gestures like any others: they work without a network and can be undone.
 *
 * @import { Ring } from "../../types/messages.js"
 */
import { perform, tell } from "../deeds.js";
import { keeper, outline } from "../desk.js";
import { openTask } from "../parts/pane.js";
import { goTo } from "../router.js";
import { snoozedUntil } from "./snooze.js";
import { momentName } from "../words/forms.js";
import { later } from "../words/later.js";

const { notifications: w } = later.notifications;

/** @param {string} task */
export async function complete(task) {
  tell(await perform({ act: "edit", ids: [task], fields: { state: "completed" } }), w.isDone, "normal");
}

/** @param {string} task @param {import("./snooze.js").Snooze} how */
export async function snooze(task, how) {
  const { today = "", tomorrow = "", settings = {} } = outline.value ?? {};
  const reminderAt = snoozedUntil(how, Date.now(), tomorrow, settings);
  const done = await perform({ act: "edit", ids: [task], fields: { reminderAt } });
  tell(done, w.snoozed(momentName(reminderAt, today, String(settings.timeZone ?? "UTC"))), "normal");
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
