/**
 * What the core leaves of a task that was erased for good: deleted, with a title that says nothing and that nobody can
 * give to a task, because it ends with a space.
 */
const title = "•••\u00a0";

/** @param {Pick<import("../types/messages.js").Row, "title" | "deletedAt">} row */
export function isErased(row) {
  return row.deletedAt !== null && row.title === title;
}
