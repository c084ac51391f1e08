/**
 * A change as people say it, from what the server wrote down about it.
 *
 * @typedef {{field: string, old: any, new: any}} Change
 * @typedef {object} Entry
 * @property {number} revision
 * @property {string} opId
 * @property {"task" | "list" | "settings"} entity
 * @property {string} id
 * @property {"create" | "set" | "delete" | "restore"} kind
 * @property {string} at  by the device's clock
 * @property {string} recordedAt  by the server's
 * @property {{id: string, name: string} | null} device  null for what came by itself
 * @property {Change[]} changes
 * @property {"applied" | "merged" | "superseded" | "waiting"} outcome
 * @property {{field: string, mine: any, theirs: any, reason: string}[]} conflicts
 * @property {string | null} cause  the change from which the server concluded this one
 * @property {{id: string, device: {id: string, name: string}}} [proposal]  what it was done for, and who had proposed it
 */
import { fieldWords, placeWords, say } from "./values.js";
import { later } from "../../words/later.js";

const words = later.history;

const d = words.did;

/**
 * What a change did, a sentence for each thing.
 * @param {Entry} entry @param {import("./values.js").About} about
 * @param {Entry} [root]  the change that it follows from
 * @returns {string[]}
 */
export function tell(entry, about, root) {
  const lost = entry.conflicts.map(({ field, mine, theirs, reason }) => {
    const [wanted, stays] = [mine, theirs].map((value) => say(field, value, about) ?? words.nobody);
    return d.gaveWay(words.field(field), wanted, stays, whyOf(reason));
  });
  const waits = entry.outcome === "waiting" ? [d.waits] : [];
  return [...deed(entry, about, root), ...lost, ...waits];
}

/** @param {Entry} entry @param {import("./values.js").About} about @param {Entry} [root] */
function deed(entry, about, root) {
  if (entry.outcome === "superseded" && entry.changes.length === 0) return [];
  switch (entry.kind) {
    case "create":
      return [[beginning(entry), ...placeWords(entry, about)].join(", ")];
    case "delete":
      return [ending(entry, root)];
    case "restore":
      return [d.restored, ...edits(entry, about)];
    case "set":
      return entry.changes.some(isCarry) && entry.device === null ? [carried(entry, about)] : edits(entry, about);
  }
}

/** @param {Entry} entry */
function beginning({ entity, device, cause }) {
  if (entity === "task" && device === null) return cause ? d.next : d.scheduled;
  return d.added;
}

/** @param {Entry} entry @param {Entry} [root] */
function ending({ device, cause }, root) {
  if (cause === null) return d.deleted;
  if (root?.entity === "list") return d.deletedWithList;
  if (root?.entity === "task" && root.kind === "delete") return d.deletedWithTask;
  return device === null ? d.withdrawn : d.deleted;
}

/** @param {Change} change */
function isCarry({ field, old, new: after }) {
  return field === "carryCount" && after > (old ?? 0);
}

/** @param {Entry} entry @param {import("./values.js").About} about */
function carried({ changes }, about) {
  const day = changes.find(({ field }) => field === "scheduledDate")?.new;
  return d.carriedTo(say("scheduledDate", day, about) ?? words.regions.backlog);
}

/** @param {Entry} entry @param {import("./values.js").About} about */
function edits({ entity, kind, changes, device }, about) {
  const isOnly = (/** @type {string} */ name) => changes.every(({ field }) => field === name);
  if (entity === "task" && device === null && changes.length > 0 && isOnly("recurrence")) return [d.remembers];
  const told = changes.flatMap((change) => fieldWords(change, changes, about));
  if (told.length > 0 || kind === "restore") return told;
  return [changes.length > 0 && isOnly("sortOrder") ? d.moved : d.changed];
}

/**
 * Whose change it is, and who had proposed it.
 * @param {Entry} entry @param {(device: Entry["device"]) => string} who
 */
export function authorOf({ device, proposal }, who) {
  return proposal ? `${who(device)}, ${words.proposedBy(who(proposal.device))}` : who(device);
}

/** Why something gave way; null for a reason that only a newer server has. @param {string} reason @returns {string | null} */
export function whyOf(reason) {
  /** @type {Record<string, string>} */
  const known = words.reasons;
  return Object.hasOwn(known, reason) ? known[reason] : null;
}

/** The same where it is not the usual one, which nobody asks about. @param {string} reason */
export function oddReason(reason) {
  return reason === "newer" ? null : whyOf(reason);
}

/** Whether there is anything to take back. @param {Entry} entry */
export function isUndoable({ changes, outcome }) {
  return changes.length > 0 && outcome !== "waiting";
}

/** Whether it says anything: what had no effect, and lost to nobody, is only noise. @param {Entry} entry */
export function isTold({ changes, conflicts, outcome }) {
  return changes.length > 0 || conflicts.length > 0 || outcome === "waiting";
}
