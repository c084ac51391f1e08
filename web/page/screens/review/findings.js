/**
 * What there is to see in a day and a week that is looked back on, from the tasks that this device has.
 *
 * @import { Picture, Row } from "../../../types/messages.js"
 */

/** What was carried so often was put off again and again. */
const often = 3;
/** So many tasks in the Inbox are worth a word, and the oldest of them are shown. */
const crowded = 10;
const oldest = 5;
const most = 10;
/** Who did fewer tasks in a week has no balance to speak of, and this share of them is more than its part. */
const enough = 5;
const large = 0.6;

/** What was completed on a day, as the Logbook has it. @param {Picture} logbook @param {string} date */
export function doneOn({ groups, rows, from }, date) {
  const day = groups.find((group) => group.date === date);
  return day ? rows.slice(Math.max(0, day.first - from), Math.max(0, day.first + day.count - from)) : [];
}

/** What was completed since a day, that day too. @param {Picture} logbook @param {string} date */
export function doneSince({ groups, rows, from }, date) {
  const days = groups.filter((group) => group.date && group.date >= date);
  const end = Math.max(0, ...days.map(({ first, count }) => first + count));
  return rows.slice(0, Math.max(0, end - from));
}

/**
 * The open tasks that were put off most, each once: carried by the end of a day, or moved to a later day by hand.
 * @param {Row[]} rows @param {Map<string, number>} moves  by hand, as far as they are known
 * @returns {{row: Row, moved: number}[]}
 */
export function putOff(rows, moves) {
  const each = new Map(rows.map((row) => [row.id, row]));
  const times = (/** @type {{row: Row, moved: number}} */ { row, moved }) => row.carryCount + moved;
  return [...each.values()].filter(({ state }) => state !== "completed")
    .map((row) => ({ row, moved: moves.get(row.id) ?? 0 })).filter((one) => times(one) >= often)
    .sort((one, other) => times(other) - times(one)).slice(0, most);
}

/** Those that have been in the Inbox longest, where it is full of tasks; none otherwise. @param {Row[]} inbox */
export function longInInbox(inbox) {
  const open = inbox.filter(({ state }) => state !== "completed");
  if (open.length < crowded) return { count: open.length, rows: [] };
  const byAge = open.sort((one, other) => one.createdAt < other.createdAt ? -1 : 1);
  return { count: open.length, rows: byAge.slice(0, oldest) };
}

/**
 * How many tasks each part had, and the one that had more than its part, or that none had.
 * @template {string} Part
 * @param {(Part | null)[]} parts  of the tasks that were done @param {Part[]} [all]  that are told also without a task
 */
export function balanceOf(parts, all = []) {
  /** @type {Map<Part, number>} */
  const counts = new Map(all.map((part) => [part, 0]));
  for (const part of parts) if (part !== null) counts.set(part, (counts.get(part) ?? 0) + 1);
  const told = [...counts].map(([part, count]) => ({ part, count }));
  const total = told.reduce((sum, { count }) => sum + count, 0);
  const first = told.find(({ count }) => total >= enough && count / total >= large);
  return { told, total, most: told.length > 1 && first ? first : null, isSpread: total >= enough && !first };
}
