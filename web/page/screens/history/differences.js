/**
 * What a restoration would bring back, row by row: the values of then beside those of now, from the changes since.
 *
 * @import { Entry } from "./told.js"
 */

/**
 * @typedef {object} Difference
 * @property {Entry["entity"]} entity
 * @property {string} id
 * @property {"made" | "deleted" | "restored" | "changed"} kind  what happened since
 * @property {{field: string, now: any, then: any}[]} fields
 * @property {string | null | undefined} listThen  undefined where its list is the one of now
 */

/** They follow from others. */
const derived = ["completedAt", "sortOrder", "createdAt", "enteredBacklogAt", "carryCount", "deletedAt", "modifiedAt"];

/** @param {Entry[]} entries  all since then, newest first @returns {Difference[]} the row last changed first */
export function differences(entries) {
  /** @type {Map<string, Entry[]>} */
  const rows = new Map();
  for (const entry of entries) rows.set(entry.id, [...(rows.get(entry.id) ?? []), entry]);
  return [...rows.values()].flatMap((ofRow) => {
    const difference = ofOne(ofRow);
    return difference ? [difference] : [];
  });
}

/** @param {Entry[]} entries  of one row, newest first @returns {Difference | null} */
function ofOne(entries) {
  const [{ entity, id }] = entries;
  /** @type {Map<string, {now: any, then: any}>} */
  const fields = new Map();
  for (const { field, old, new: value } of entries.flatMap(({ changes }) => changes)) {
    const fromNewer = fields.get(field);
    if (fromNewer) fromNewer.then = old;
    else fields.set(field, { now: value, then: old });
  }
  const wasMade = entries.some(({ kind }) => kind === "create");
  const deletion = fields.get("deletedAt");
  const isGone = (deletion?.now ?? null) !== null;
  const wasGone = (deletion?.then ?? null) !== null;
  if (wasMade && isGone) return null;
  const changed = [...fields].filter(([field, { now, then }]) => !derived.includes(field) && !isSame(now, then))
    .map(([field, { now, then }]) => ({ field, now, then }));
  const kind = wasMade ? "made" : isGone && !wasGone ? "deleted" : wasGone && !isGone ? "restored" : "changed";
  if (kind === "changed" && changed.length === 0 && !fields.has("sortOrder")) return null;
  return { entity, id, kind, fields: wasMade ? [] : changed, listThen: wasMade ? null : fields.get("listId")?.then };
}

/** @param {any} one @param {any} other */
function isSame(one, other) {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
