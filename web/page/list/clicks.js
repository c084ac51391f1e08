/**
 * What a click does: the circle changes the state, the row opens its task (or changes its state, where somebody prefers
 * that), with Ctrl or Shift it selects, twice it edits the title in place.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { List } from "./list.js"
 */
import { nextState, setState } from "../deeds.js";
import { opened } from "../desk.js";
import { closeTask, openTask } from "../parts/pane.js";
import { chooseRegion } from "../parts/region-choice.js";
import { preferences } from "../preferences.js";
import { editInPlace } from "./edit-in-place.js";
import { rowOf } from "./row.js";
import { goWay } from "./row-ways.js";

/** A click of a mouse waits so long for a second one, in milliseconds. */
const patience = 250;

export class Clicks {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #waiting;
  /** The task that a click has opened, in case that it was the first of two slow ones. @type {string | null} */
  #justOpened = null;
  /** The task whose circle was pressed last, and what that made it. @type {Pick<Row, "id" | "state"> | null} */
  #turned = null;
  #over = new AbortController();

  /** @param {List} list */
  constructor(list) {
    this.list = list;
    const { signal } = this.#over;
    list.rows.addEventListener("click", (event) => this.#once(event), { signal });
    list.rows.addEventListener("dblclick", (event) => this.#twice(event), { signal });
  }

  end() {
    this.#over.abort();
    clearTimeout(this.#waiting);
  }

  /** @param {PointerEvent} event */
  #once(event) {
    const { list } = this;
    const node = nodeAt(event);
    const row = node && rowOf(node);
    if (!node || !row || event.defaultPrevented || node.querySelector("textarea")) return;
    const index = list.indexOf(row.id);
    if (onCircle(event)) this.#turn(row, event.detail > 1);
    else if (on(event, ".to-region")) {
      chooseRegion(/** @type {HTMLElement} */ (on(event, ".to-region")), [row.id], [row]);
    } else if (on(event, ".row-ways")) {
      // Another task stands under the second press of two.
      const button = on(event, ".row-ways button");
      if (button && event.detail < 2) goWay(button, row);
    } else if (event.shiftKey) list.selectTo(index);
    else if (event.ctrlKey || event.metaKey) list.selection.toggle(row.id, index);
    else if (list.selection.size > 0 && !matchMedia("(hover: hover)").matches) list.selection.toggle(row.id, index);
    else {
      list.selection.clear();
      clearTimeout(this.#waiting);
      // The second click of two is for what both are.
      if (event.detail > 1) return;
      const deed = () => preferences.value.click === "state" ? setState([row.id], nextState(row)) : this.#open(row.id);
      if (event.pointerType === "mouse") this.#waiting = setTimeout(deed, patience);
      else deed();
    }
  }

  /**
   * What a press has changed may stand elsewhere at once, so that a second one in the same place meets another task. It
   * means the first one all the same, or nothing where one press has done what there was to do.
   * @param {Row} row @param {boolean} isSecond
   */
  #turn(row, isSecond) {
    const before = this.#turned;
    const means = isSecond && before ? before : row;
    if (means.id !== row.id && means.state !== "active") return;
    const state = nextState(means);
    this.#turned = { id: means.id, state };
    setState([means.id], state);
  }

  /** @param {MouseEvent} event */
  #twice(event) {
    const node = nodeAt(event);
    clearTimeout(this.#waiting);
    if (!node || onCircle(event) || on(event, ".to-region, .row-ways")) return;
    if (this.#justOpened !== null && this.#justOpened === opened.value) {
      closeTask({ screen: "view", view: this.list.view });
    }
    editInPlace(this.list, node);
  }

  /** @param {string} id */
  #open(id) {
    this.#justOpened = opened.value === id ? null : id;
    openTask(id);
  }
}

/** @param {Event} event */
function nodeAt(event) {
  const node = /** @type {Element} */ (event.target).closest(".row");
  return node instanceof HTMLElement ? node : null;
}

/** @param {Event} event */
function onCircle(event) {
  return on(event, ".circle") !== null;
}

/** @param {Event} event @param {string} what */
function on(event, what) {
  return /** @type {Element} */ (event.target).closest(what);
}
