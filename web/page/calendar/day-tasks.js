/**
 * The tasks that stand on the days of the calendar, as hands take hold of them: they are dragged to another day,
 * opened by a click, and have the menu of a row. Keys and readers find the same tasks in the list of the day.
 *
 * @import { Picture, Row, View } from "../../types/messages.js"
 * @import { Sheet } from "../list/sheet.js"
 */
import { openTaskMenu } from "../list/menu.js";

/** @implements {Sheet} */
export class DayTasks {
  /** As those of Upcoming, tasks of one day stand together. @type {View} */
  view = { kind: "upcoming" };
  /** @type {Picture | null} */
  picture = null;
  selection = { ids: /** @type {string[]} */ ([]), has: () => false };
  swipes = false;
  carry = null;
  /** @type {string | null} */
  #chosen = null;

  /** @param {HTMLElement} rows  in which they stand */
  constructor(rows) {
    this.rows = rows;
    this.window = { node: (/** @type {string} */ id) => this.#node(id) };
  }

  /** @param {Row[]} rows */
  set known(rows) {
    this.picture = /** @type {Picture} */ ({ rows });
  }

  /** @param {HTMLElement} node @returns {Row | null} */
  rowOf({ dataset }) {
    return this.picture?.rows.find(({ id }) => id === dataset.id) ?? null;
  }

  /** @param {string} id */
  choose(id) {
    this.#chosen = id;
  }

  /** @param {HTMLElement | {x: number, y: number}} [anchor] */
  openMenu(anchor) {
    const row = this.picture?.rows.find(({ id }) => id === this.#chosen);
    if (row) openTaskMenu(anchor ?? this.#node(row.id) ?? this.rows, [row], {});
  }

  /** @param {string} id @returns {HTMLElement | null} */
  #node(id) {
    return this.rows.querySelector(`.day-task[data-id="${CSS.escape(id)}"]`);
  }
}
