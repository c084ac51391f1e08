/**
 * What stands on the screen now, for those who act on it from outside: keys, commands, drags.
 *
 * @import { LaterCalendar, LaterLost, LaterSearch } from "./screens/later.js"
 * @import { ViewScreen } from "./screens/view.js"
 */
import { Signal } from "./signal.js";

/** The view that is shown, or that lies under a task. */
export const shown = new Signal(/** @type {ViewScreen | LaterCalendar | LaterLost | LaterSearch | null} */ (null));

/** Its list. */
export function list() {
  return shown.value?.list ?? null;
}

/** What can be done with the rows of its list. */
export function deeds() {
  return shown.value?.deeds ?? null;
}

/** The calendar, where that is shown. */
export function calendar() {
  const now = shown.value;
  return now && "calendar" in now ? now.calendar : null;
}

/** Where Escape leads from the rows: back to the days, where they are those of one, else to the field. */
export function leaveRows() {
  const days = calendar();
  if (days) days.focus();
  else focusCapture();
}

export function focusCapture() {
  shown.value?.capture?.focus();
}
