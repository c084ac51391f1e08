/**
 * What a click does: the circle changes the state, the row opens its task (or changes its state, where somebody prefers
 * that), with Ctrl or Shift it selects, twice it edits the title in place.
 *
 * @import { ListDeeds } from "./list-deeds.js"
 */
import { nextState, setState } from "../deeds.js";
import { opened } from "../desk.js";
import { closeTask, openTask } from "../parts/pane.js";
import { preferences } from "../preferences.js";
import { editInPlace } from "./edit-in-place.js";
import { rowOf } from "./row.js";

/** A click of a mouse waits so long for a second one, in milliseconds. */
const patience = 250;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** The task that a click has opened, in case that it was the first of two slow ones. @type {string | null} */
let justOpened = null;

/** @param {ListDeeds} list @returns {() => void} */
export function bindClicks(list) {
  const { rows } = list;
  const click = (/** @type {PointerEvent} */ event) => clicked(list, event);
  const twice = (/** @type {MouseEvent} */ event) => {
    const node = nodeAt(event);
    clearTimeout(waiting);
    if (!node || onCircle(event)) return;
    if (justOpened !== null && justOpened === opened.value) closeTask({ screen: "view", view: list.view });
    editInPlace(list, node);
  };
  rows.addEventListener("click", click);
  rows.addEventListener("dblclick", twice);
  return () => {
    rows.removeEventListener("click", click);
    rows.removeEventListener("dblclick", twice);
    clearTimeout(waiting);
  };
}

/** @param {ListDeeds} list @param {PointerEvent} event */
function clicked(list, event) {
  const node = nodeAt(event);
  const row = node && rowOf(node);
  if (!node || !row || event.defaultPrevented || node.querySelector("textarea")) return;
  const index = list.indexOf(row.id);
  if (onCircle(event)) setState([row.id], nextState(row));
  else if (event.shiftKey) list.selectTo(index);
  else if (event.ctrlKey || event.metaKey) list.selection.toggle(row.id, index);
  else if (list.selection.size > 0 && !matchMedia("(hover: hover)").matches) list.selection.toggle(row.id, index);
  else {
    list.selection.clear();
    clearTimeout(waiting);
    // The second click of two is for what both are.
    if (event.detail > 1) return;
    const deed = () => preferences.value.click === "state" ? setState([row.id], nextState(row)) : open(row.id);
    if (event.pointerType === "mouse") waiting = setTimeout(deed, patience);
    else deed();
  }
}

/** @param {string} id */
function open(id) {
  justOpened = opened.value === id ? null : id;
  openTask(id);
}

/** @param {Event} event */
function nodeAt(event) {
  const node = /** @type {Element} */ (event.target).closest(".row");
  return node instanceof HTMLElement ? node : null;
}

/** @param {Event} event */
function onCircle(event) {
  return /** @type {Element} */ (event.target).closest(".circle") !== null;
}
