/**
 * The tasks of a list, or all of them, as they were at a moment: those of now, with the values of then.
 *
 * @import { Picture, Row } from "../../../types/messages.js"
 * @import { Difference } from "./differences.js"
 */
import { keeper } from "../../desk.js";

/** @typedef {Pick<Row, "id" | "title" | "state" | "scheduledDate" | "dueAt" | "listId">} Then */
/** @typedef {{rows: Row[], total: number}} Now  of more than the keeper shows at once, the first */

/** As many as the keeper shows at once. */
const most = 500;
const subscription = "history now";

/** Done or not. @param {string | null} list  null for all of them @returns {Promise<Now>} */
export async function tasksNow(list) {
  const text = [list && `list:${list}`, "(open or done)"].filter(Boolean).join(" ");
  const { rows, total } = await new Promise((/** @type {(picture: Picture) => void} */ show) =>
    keeper.look(subscription, { kind: "search", text }, 0, most, (picture) => picture.fromDisk || show(picture))
  );
  keeper.leave(subscription);
  return { rows, total };
}

/**
 * In the order of now, what has gone since behind that; and last what was done then.
 * @param {Row[]} now @param {Difference[]} since
 * @param {Pick<import("./rows.js").Rows, "task" | "name">} known  what this device has of those that are not there now
 * @param {string | null} list @returns {Then[]}
 */
export function tasksThen(now, since, known, list) {
  const changes = new Map(since.filter(({ entity }) => entity === "task").map((change) => [change.id, change]));
  const stayed = now.flatMap((row) => {
    const change = changes.get(row.id);
    return change?.kind === "made" || change?.kind === "restored" ? [] : [asThen(row, change)];
  });
  const here = new Set(now.map(({ id }) => id));
  const gone = [...changes.values()].filter(({ id }) => !here.has(id)).flatMap((change) => {
    const row = known.task(change.id);
    // One of the list that is not among the first of it is counted there, and not shown.
    const isElsewhere = change.kind === "changed" && list !== null && row !== null && row.deletedAt === null &&
      row.listId !== list;
    if (change.kind !== "deleted" && !isElsewhere) return [];
    return [asThen(row ?? nameless(change.id, known.name("task", change.id)), change)];
  });
  const all = [...stayed, ...gone].filter(({ listId }) => list === null || listId === list);
  const isDone = (/** @type {Then} */ { state }) => state === "completed";
  return [...all.filter((task) => !isDone(task)), ...all.filter(isDone)];
}

/**
 * How many of those that are there now, and not among the first, were not there then.
 * @param {Row[]} now @param {Difference[]} since @param {Pick<import("./rows.js").Rows, "task">} known
 * @param {string | null} list
 */
export function beyondSince(now, since, known, list) {
  const here = new Set(now.map(({ id }) => id));
  return since.filter(({ entity, id, kind, listThen }) => {
    const row = known.task(id);
    if (entity !== "task" || here.has(id) || !row || row.deletedAt !== null) return false;
    if (list !== null && row.listId !== list) return false;
    return kind === "made" || kind === "restored" || list !== null && listThen !== undefined && listThen !== list;
  }).length;
}

/** @param {Then} task @param {Difference | undefined} change @returns {Then} */
function asThen({ id, title, state, scheduledDate, dueAt, listId }, change) {
  const now = { title, state, scheduledDate, dueAt, listId };
  const then = change?.fields.filter(({ field }) => field in now).map(({ field, then }) => [field, then ?? null]) ?? [];
  return { id, ...now, ...Object.fromEntries(then) };
}

/** @param {string} id @param {string} title @returns {Then} */
function nameless(id, title) {
  return { id, title, state: "notStarted", scheduledDate: null, dueAt: null, listId: null };
}
