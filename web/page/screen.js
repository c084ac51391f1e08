/**
 * What stands on the screen now, for those who act on it from outside: keys, commands, drags.
 *
 * @import { LostScreen } from "./screens/lost.js"
 * @import { ViewScreen } from "./screens/view.js"
 * @import { ListDeeds } from "./list/list-deeds.js"
 */

/** @type {ViewScreen | LostScreen | null} */
let shown = null;

/** @param {ViewScreen | LostScreen | null} screen */
export function show(screen) {
  shown = screen;
}

/** The view that is shown, or that lies under a task. */
export function view() {
  return shown;
}

/** Its list, with all that can be done in it. @returns {ListDeeds | null} */
export function list() {
  return shown?.list ?? null;
}

export function focusCapture() {
  shown?.capture?.focus();
}
