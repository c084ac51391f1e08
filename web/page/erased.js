/** What the core leaves of a task that was erased for good: deleted, with a title that says nothing. */
const title = "•••";

/** @param {Pick<import("../types/messages.js").Row, "title" | "deletedAt">} row */
export function isErased(row) {
  return row.deletedAt !== null && row.title === title;
}
