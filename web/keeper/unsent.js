/**
 * What was done here and has not left this device: it can be taken back as long as the core remembers it.
 *
 * @import { Unsent } from "../types/messages.js"
 */

/** So many gestures are named, and so many changes of each. */
const most = 100;
const mostChanges = 3;

/**
 * As the core writes them down (Sources/WebCore/Notes+writing.swift).
 * @typedef {{opId: string, entity: "task" | "list" | "settings", id: string, kind: "set" | "delete" | "restore", at: string,
 *   fields: Record<string, unknown>, prior: Record<string, unknown>, created: boolean}} Entry
 * @typedef {{opId: string, at: string, undoes?: string, undoneBy?: string, entries: Entry[]}} Deed
 * @typedef {{waiting: {opId: string}[], deeds: Deed[]}} Paper
 */

/**
 * The gestures that stand and wait, the latest first. One that was taken back before it was sent is none, and neither is
 * its taking back.
 * @param {string} text @returns {Unsent}
 */
export function unsentIn(text) {
  const { waiting, deeds } = /** @type {Paper} */ (JSON.parse(text));
  const waits = new Set(waiting.map(({ opId }) => opId));
  const unsent = deeds
    .map((deed) => ({ ...deed, entries: deed.entries.filter(({ opId }) => waits.has(opId)) }))
    .filter(({ entries }) => entries.length > 0);
  const byId = new Map(unsent.map((deed) => [deed.opId, deed]));
  const stands = unsent.filter((deed) => !deed.undoneBy && !isNothing(deed, byId)).toReversed();
  const changes = (/** @type {Deed[]} */ some) => some.reduce((sum, { entries }) => sum + entries.length, 0);
  return {
    deeds: stands.slice(0, most).map(({ opId, at, entries }) => ({
      deed: opId,
      at,
      rows: entries.length,
      changes: entries.slice(0, mostChanges).map(changeOf),
    })),
    cancelled: changes(unsent) - changes(stands),
    others: waiting.length - changes(unsent) + changes(stands.slice(most)),
  };
}

/** Whether it takes back what was never sent. @param {Deed} deed @param {Map<string, Deed>} byId */
function isNothing(deed, byId) {
  let takesBack = false;
  for (let undone = deed.undoes; undone; undone = byId.get(undone)?.undoes) {
    if (!byId.has(undone)) return false;
    takesBack = !takesBack;
  }
  return takesBack;
}

/** In the words of the history. @param {Entry} entry */
function changeOf({ opId, entity, id, kind, at, fields, prior, created }) {
  const changes = Object.entries(fields).map(([field, value]) => ({ field, old: prior[field] ?? null, new: value }));
  return { opId, entity, id, kind: created ? /** @type {const} */ ("create") : kind, at, changes };
}
