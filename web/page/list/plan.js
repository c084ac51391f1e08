/**
 * What stands in a list from top to bottom: its rows, and a heading before each group of them.
 *
 * @import { Group } from "../../types/messages.js"
 * @typedef {{heading: Group} | {row: number}} Entry
 */
export class Plan {
  /** @param {number} total  rows @param {Group[]} groups  in their order; none for a list without headings */
  constructor(total, groups) {
    this.total = total;
    this.groups = groups;
    /** Rows and headings. */
    this.count = total + groups.length;
  }

  /** The group that an entry belongs to or begins; -1 before the first. @param {number} at */
  groupAt(at) {
    let low = 0;
    let high = this.groups.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.groups[middle].first + middle <= at) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** @param {number} at @returns {Entry} */
  entry(at) {
    const group = this.groupAt(at);
    if (group >= 0 && this.groups[group].first + group === at) return { heading: this.groups[group] };
    return { row: at - group - 1 };
  }

  /** Where a row stands among the entries. @param {number} row */
  at(row) {
    let low = 0;
    let high = this.groups.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.groups[middle].first <= row) low = middle + 1;
      else high = middle;
    }
    return row + low;
  }
}
