/**
 * While a task is dragged among those of its list, each of them stands where it would after the drop. Nothing is laid out
 * for that; where things are to hold still there is a line instead.
 *
 * @import { List } from "./list.js"
 */
import { isCalm } from "../preferences.js";

export class Room {
  /** @type {Set<HTMLElement>} */
  #moved = new Set();

  /** @param {List} list @param {string} id  of the task that is dragged */
  constructor(list, id) {
    this.list = list;
    this.id = id;
  }

  /** Answers whether there is room now. @param {number} gap  where it would begin, as the rows stand without it */
  make(gap) {
    const { window, picture } = this.list;
    const index = this.list.indexOf(this.id);
    // Between groups there is more than rows.
    if (index < 0 || isCalm() || !picture || picture.groups.length > 0) return this.end(), false;
    const { places } = window;
    const home = places.offset(places.plan.at(index));
    const height = places.height(places.plan.at(index));
    for (const { entry, top } of window.layout()) {
      const row = "row" in entry ? window.rowAt(entry.row) : null;
      const node = row && window.node(row.id);
      if (!node) continue;
      const shift = (top >= gap ? height : 0) - (top > home ? height : 0);
      this.#move(node, row.id === this.id ? gap - home - (gap > home ? height : 0) : shift);
    }
    return true;
  }

  /** @param {HTMLElement} node @param {number} by */
  #move(node, by) {
    const translate = by === 0 ? "" : `0px ${by}px`;
    if (node.style.translate !== translate) node.style.translate = translate;
    // A finger that swipes moves a row in the same way, which the list leaves alone.
    node.classList.add("making-room");
    this.#moved.add(node);
  }

  /** All of them stand where they are. */
  end() {
    for (const node of this.#moved) {
      if (node.classList.contains("making-room")) node.style.translate = "";
      node.classList.remove("making-room");
    }
    this.#moved.clear();
  }
}
