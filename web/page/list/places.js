/**
 * Where the entries of a list stand, from top to bottom. Heights are measured when a row is first drawn; until then they
 * are guessed, as high as what stood there before.
 *
 * @import { Picture } from "../../types/messages.js"
 */
import { Heights } from "./heights.js";
import { keyOf, Plan } from "./plan.js";

/** A row of one line. */
export const guessed = 44;
/** How many rows are asked for at once, how close to their end more are, and the most that the keeper shows. */
const page = 120;
const near = 24;
const most = 500;

export class Places {
  plan = new Plan(0, []);
  #heights = new Heights(0, () => guessed);
  /** @type {Map<string, number>} */
  #measured = new Map();
  /** The names of groups whose rows are hidden. @type {Set<string>} */
  folded = new Set();

  get count() {
    return this.plan.count;
  }

  /** The height of everything. */
  get total() {
    return this.#heights.total;
  }

  /** @param {Picture} picture */
  renew(picture) {
    const before = this.#heights;
    const groups = picture.groups.filter(({ count, age }) => age === undefined || count > 0);
    const plan = new Plan(picture.total, groups, this.folded);
    this.plan = plan;
    const isPlain = groups.length === 0;
    this.#heights = new Heights(plan.count, (at) => {
      const entry = isPlain ? { row: at } : plan.entry(at);
      const key = "row" in entry ? picture.rows[entry.row - picture.from]?.id : keyOf(entry);
      return this.#measured.get(key ?? "") || (at < before.count && before.height(at)) || guessed;
    });
  }

  /** Where an entry begins. @param {number} at */
  offset(at) {
    return this.#heights.offset(at);
  }

  /** @param {number} at */
  height(at) {
    return this.#heights.height(at);
  }

  /** The entry at an offset. @param {number} offset */
  at(offset) {
    return this.#heights.at(offset);
  }

  /** An entry was drawn this high. Answers by how much that differs. @param {string} key @param {number} at @param {number} height */
  measure(key, at, height) {
    const before = this.#heights.height(at);
    this.#measured.set(key, height);
    this.#heights.set(at, height);
    return height - before;
  }

  /** Nothing that was measured counts any more: the list has another width, or the text another size. */
  forget() {
    this.#measured.clear();
  }
}

/**
 * Which rows the keeper should show, so that those between two entries and some around them are among them; null where
 * they are already. What is folded away between them is among them too.
 * @param {Plan} plan @param {Picture} picture @param {number} first @param {number} last
 */
export function wantedRows(plan, { from, rows, total }, first, last) {
  const begin = plan.count === 0 ? 0 : plan.rowFrom(Math.max(0, first));
  const end = plan.count === 0 ? 0 : Math.max(begin, plan.rowTo(Math.max(0, last)));
  const isShort = begin - near < from && from > 0;
  const isOver = end + near > from + rows.length && from + rows.length < total;
  if (!isShort && !isOver) return null;
  const count = Math.min(most, Math.max(page, end - begin + 4 * near));
  const middle = Math.round((begin + end - count) / 2);
  const start = Math.max(0, Math.min(total - count, middle, Math.max(0, begin - near)));
  // At the end of the list there is room for tasks that come: their rows are shown without being asked for.
  return { from: start, count: start + count < total ? count : Math.min(most, count + near) };
}
