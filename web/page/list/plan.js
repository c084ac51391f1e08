/**
 * What stands in a list from top to bottom: its rows, and a heading before each group of them. Of a folded group only
 * its heading stands there. What will come back on a day stands behind its rows, all of it together.
 *
 * @import { Group, Row } from "../../types/messages.js"
 * @typedef {Group & {coming?: Row[]}} Grouped
 * @typedef {{heading: Grouped} | {row: number} | {coming: Grouped}} Entry
 */
export class Plan {
  /** Where the heading of each group stands. @type {number[]} */
  #begins = [];

  /**
   * @param {number} total  rows @param {Grouped[]} groups  in their order; none for a list without headings
   * @param {Set<string>} [folded]  the names of groups
   */
  constructor(total, groups, folded = new Set()) {
    this.total = total;
    this.groups = groups;
    this.folded = groups.map((group) => folded.has(nameOf(group)));
    let entries = groups[0]?.first ?? total;
    groups.forEach(({ count, coming }, at) => {
      this.#begins.push(entries);
      entries += 1 + (this.folded[at] ? 0 : count) + (coming ? 1 : 0);
    });
    /** Rows that can be seen, and headings. */
    this.count = entries;
  }

  /** The group that an entry belongs to or begins; -1 before the first. @param {number} at */
  groupAt(at) {
    return last(this.groups.length, (group) => this.#begins[group] <= at);
  }

  /** The group that a row belongs to; -1 before the first. @param {number} row */
  groupOf(row) {
    return last(this.groups.length, (group) => this.groups[group].first <= row);
  }

  /** @param {number} at @returns {Entry} */
  entry(at) {
    const group = this.groupAt(at);
    if (group < 0) return { row: at };
    const { first, count, coming } = this.groups[group];
    const place = at - this.#begins[group];
    if (place === 0) return { heading: this.groups[group] };
    return coming && place > (this.folded[group] ? 0 : count)
      ? { coming: this.groups[group] }
      : { row: first + place - 1 };
  }

  /** Where a row stands among the entries; a folded one where its heading does. @param {number} row */
  at(row) {
    const group = this.groupOf(row);
    if (group < 0) return row;
    return this.#begins[group] + (this.folded[group] ? 0 : 1 + row - this.groups[group].first);
  }

  /** The row at an entry, or the first one that can be seen below a heading or behind what comes. @param {number} at */
  rowFrom(at) {
    const entry = this.entry(at);
    if ("row" in entry) return entry.row;
    if ("coming" in entry) return entry.coming.first + entry.coming.count;
    return entry.heading.first + (this.folded[this.groupAt(at)] ? entry.heading.count : 0);
  }

  /** Behind the row at an entry; where nothing of a group can be seen at its heading, behind the rows before it. */
  rowTo(/** @type {number} */ at) {
    const entry = this.entry(at);
    if ("row" in entry) return entry.row + 1;
    const isFolded = this.folded[this.groupAt(at)];
    if ("coming" in entry) return entry.coming.first + (isFolded ? 0 : entry.coming.count);
    return entry.heading.first + (isFolded ? 0 : 1);
  }

  /** The row that can be seen nearest to one, first in the direction of a step; -1 where there is none. */
  seen(/** @type {number} */ row, /** @type {number} */ step) {
    const isSeen = (/** @type {number} */ one) => !(this.folded[this.groupOf(one)] ?? false);
    for (const way of [Math.sign(step) || 1, -(Math.sign(step) || 1)]) {
      for (let one = row; one >= 0 && one < this.total;) {
        if (isSeen(one)) return one;
        const { first, count } = this.groups[this.groupOf(one)];
        one = way > 0 ? first + count : first - 1;
      }
    }
    return -1;
  }
}

/** What a group is called where only one of its list is meant. @param {Group} group */
export function nameOf({ date, bucket, age }) {
  return date ?? bucket ?? age ?? "";
}

/** By what an entry is known that is no row. @param {{heading: Group} | {coming: Group}} entry */
export function keyOf(entry) {
  return "heading" in entry ? nameOf(entry.heading) : `coming ${nameOf(entry.coming)}`;
}

/** The last of so many for which something holds that holds for all before it too; -1 for none. */
function last(/** @type {number} */ count, /** @type {(at: number) => boolean} */ holds) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
