/**
 * What a click does: the circle changes the state, the row opens its task (or changes its state, where somebody prefers
 * that), with Ctrl or Shift it selects, twice it edits the title in place.
 *
 * @import { ListDeeds } from "./list-deeds.js"
 */
import { nextState, setState } from "../deeds.js";
import { openTask } from "../parts/pane.js";
import { preferences } from "../preferences.js";
import { editInPlace } from "./edit-in-place.js";
import { rowOf } from "./row.js";

/** @param {ListDeeds} list @returns {() => void} */
export function bindClicks(list) {
  const { rows } = list;
  const click = (/** @type {MouseEvent} */ event) => clicked(list, event);
  const twice = (/** @type {MouseEvent} */ event) => {
    const node = nodeAt(event);
    if (node && !onCircle(event)) editInPlace(list, node);
  };
  rows.addEventListener("click", click);
  rows.addEventListener("dblclick", twice);
  return () => {
    rows.removeEventListener("click", click);
    rows.removeEventListener("dblclick", twice);
  };
}

/** @param {ListDeeds} list @param {MouseEvent} event */
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
    if (preferences.value.click === "state") setState([row.id], nextState(row));
    else openTask(row.id);
  }
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
