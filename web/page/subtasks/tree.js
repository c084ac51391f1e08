/**
 * Subtasks and theirs as they stand below each other, and where one of them comes when it is moved.
 *
 * @import { Row } from "../../types/messages.js"
 */

/** @typedef {{row: Row, depth: number, parent: string}} Branch */
/** @typedef {{parent: string, above: string | null, below: string | null}} Spot */

/** Nobody needs more steps on a screen; what lies deeper is seen in the task that it is part of. */
export const deepest = 5;

/**
 * All of them from top to bottom, but for what is part of something folded.
 * @param {string} root @param {Map<string, Row[]>} rows  by what they are part of @param {(id: string) => boolean} [isFolded]
 */
export function branchesOf(root, rows, isFolded = () => false) {
  /** @type {Branch[]} */
  const branches = [];
  const walk = (/** @type {string} */ parent, /** @type {number} */ depth) => {
    for (const row of rows.get(parent) ?? []) {
      branches.push({ row, depth, parent });
      if (depth + 1 < deepest && !isFolded(row.id)) walk(row.id, depth + 1);
    }
  };
  walk(root, 0);
  return branches;
}

/** How many stand together with one: itself and all that is part of it. @param {Branch[]} branches @param {number} at */
export function sizeOf(branches, at) {
  const behind = branches.slice(at + 1).findIndex(({ depth }) => depth <= branches[at].depth);
  return behind < 0 ? branches.length - at : behind + 1;
}

/** What stays where it is while one is moved with all that is part of it. @param {Branch[]} branches @param {string} id */
export function without(branches, id) {
  const at = branches.findIndex(({ row }) => row.id === id);
  if (at < 0) return branches;
  const size = sizeOf(branches, at);
  return branches.filter((_, index) => index < at || index >= at + size);
}

/**
 * The place in a gap between others, as deep there as is wanted and as can be.
 * @param {string} root @param {Branch[]} others @param {number} gap @param {number} depth @returns {Spot}
 */
export function spotAt(root, others, gap, depth) {
  const least = others[gap]?.depth ?? 0;
  const most = gap === 0 ? 0 : Math.min(others[gap - 1].depth + 1, deepest - 1);
  const wanted = Math.max(least, Math.min(most, depth));
  const before = others.slice(0, gap).reverse();
  const parent = before.find((one) => one.depth < wanted)?.row.id ?? root;
  const isBeside = (/** @type {Branch} */ one) => one.depth === wanted && one.parent === parent;
  return {
    parent,
    above: before.find(isBeside)?.row.id ?? null,
    below: others.slice(gap).find(isBeside)?.row.id ?? null,
  };
}

/**
 * Where a key moves one; null where it leads nowhere.
 * @param {string} root @param {Branch[]} branches @param {string} id @param {"up" | "down" | "in" | "out"} way
 * @returns {Spot | null}
 */
export function spotOf(root, branches, id, way) {
  const at = branches.findIndex(({ row }) => row.id === id);
  if (at < 0) return null;
  const { depth, parent } = branches[at];
  const others = without(branches, id);
  const beside = others.filter((one) => one.parent === parent);
  const place = others.slice(0, at).filter((one) => one.parent === parent).length;
  const end = (/** @type {Branch} */ one) => others.indexOf(one) + sizeOf(others, others.indexOf(one));
  if (way === "up") return place === 0 ? null : spotAt(root, others, others.indexOf(beside[place - 1]), depth);
  if (way === "down") return place === beside.length ? null : spotAt(root, others, end(beside[place]), depth);
  if (way === "in") return place === 0 || depth + 1 >= deepest ? null : spotAt(root, others, at, depth + 1);
  const above = others.find(({ row }) => row.id === parent);
  return above ? spotAt(root, others, end(above), depth - 1) : null;
}
