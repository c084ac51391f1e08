/**
 * When a task reminds: a row of its detail. Once there is a due time, a menu offers what is mostly wanted before it.
 *
 * @import { Row, TaskFields } from "../../types/messages.js"
 */
import { outline } from "../desk.js";
import { openMoment } from "./calendar.js";
import { openMenu } from "./menu.js";
import { timesBefore } from "./reminder-times.js";
import { momentName, timeOf } from "../words/forms.js";
import { words } from "../words/words.js";

/** @param {Row} row @param {(fields: TaskFields) => void} keep */
export function reminderLine({ dueAt, reminderAt }, keep) {
  const set = (/** @type {string | null} */ at) => keep({ reminderAt: at });
  const choose = (/** @type {HTMLElement} */ anchor) => openMoment(anchor, words.detail.reminder, reminderAt, set);
  const isOffered = dueAt !== null && reminderAt === null;
  return {
    id: "bell",
    icon: "bell",
    label: isOffered ? words.reminder.add : words.detail.reminder,
    value: reminderAt && momentName(reminderAt, outline.value?.today ?? "", zone()),
    none: isOffered ? "" : words.detail.none,
    open: (/** @type {HTMLElement} */ anchor) => dueAt ? offer(anchor, dueAt, reminderAt, set, choose) : choose(anchor),
    clear: reminderAt ? () => set(null) : null,
  };
}

/**
 * @param {HTMLElement} anchor @param {string} dueAt @param {string | null} reminderAt
 * @param {(at: string) => void} set @param {(anchor: HTMLElement) => void} choose
 */
function offer(anchor, dueAt, reminderAt, set, choose) {
  const offers = timesBefore(dueAt, Date.now());
  openMenu(anchor, words.detail.reminder, [
    ...offers.map(({ minutes, at }) => ({
      label: words.reminder.before[minutes],
      keys: timeOf(at, zone()),
      checked: reminderAt !== null && Date.parse(reminderAt) === Date.parse(at),
      run: () => set(at),
    })),
    { label: words.reminder.choose, icon: "past", kind: "apart", run: () => choose(anchor) },
  ]);
}

function zone() {
  return String(outline.value?.settings.timeZone ?? "UTC");
}
