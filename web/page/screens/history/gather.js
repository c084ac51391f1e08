/**
 * How the lines of the history stand together: under the day on which the server heard of them, and what the server
 * concluded from a change behind that change.
 *
 * @import { Entry } from "./told.js"
 */
import { clockIn } from "../../dates.js";

/** @typedef {{entry: Entry, followed: Entry[]}} Told  a change, and what followed from it, in its order */

/**
 * Entries, newest first, as changes with what followed from them. Where the cause of one is not among them, it stands
 * alone.
 * @param {Entry[]} entries @returns {Told[]}
 */
export function withConsequences(entries) {
  const byId = new Map(entries.map((entry) => [entry.opId, entry]));
  const told = new Map(entries.map((entry) => [entry, /** @type {Entry[]} */ ([])]));
  for (const entry of entries.toReversed()) {
    const root = rootOf(entry, byId);
    const behind = root === entry ? undefined : told.get(root);
    if (!behind) continue;
    behind.push(entry);
    told.delete(entry);
  }
  return [...told].map(([entry, followed]) => ({ entry, followed }));
}

/** @param {Entry} entry @param {Map<string, Entry>} byId */
function rootOf(entry, byId) {
  const seen = new Set([entry]);
  let root = entry;
  for (;;) {
    const cause = root.cause === null ? undefined : byId.get(root.cause);
    if (!cause || seen.has(cause)) return root;
    seen.add(cause);
    root = cause;
  }
}

/**
 * By day, the latest first.
 * @param {Told[]} told @param {string} zone @returns {{date: string, told: Told[]}[]}
 */
export function byDay(told, zone) {
  /** @type {{date: string, told: Told[]}[]} */
  const days = [];
  for (const one of told) {
    const date = clockIn(one.entry.recordedAt, zone).slice(0, 10);
    if (days.at(-1)?.date !== date) days.push({ date, told: [] });
    days.at(-1)?.told.push(one);
  }
  return days;
}

/**
 * Of each device that stands in no list any more, the latest change that it made.
 * @param {Entry[]} entries  the latest first @param {(device: string) => boolean} isListed @returns {Set<Entry>}
 */
export function latestOfGone(entries, isListed) {
  /** @type {Map<string, Entry>} */
  const latest = new Map();
  for (const entry of entries) {
    const { device, cause } = entry;
    if (device && cause === null && !latest.has(device.id) && !isListed(device.id)) latest.set(device.id, entry);
  }
  return new Set(latest.values());
}

/**
 * Where a task stood, from the first day that it was planned for to the last, and how often a rollover carried it.
 * @param {Entry[]} entries  all of the task, newest first @returns {{stops: (string | null)[], carries: number}}
 *   days, `backlog`, and null for no date
 */
export function trailOf(entries) {
  /** @type {(string | null)[]} */
  const stops = [];
  let carries = 0;
  for (const { kind, changes, device } of entries.toReversed()) {
    const find = (/** @type {string} */ name) => changes.find(({ field }) => field === name);
    const [date, region, carry] = [find("scheduledDate"), find("region"), find("carryCount")];
    if (device === null && carry && carry.new > (carry.old ?? 0)) carries += 1;
    if (!date && kind !== "create") continue;
    const stop = date?.new ?? (region?.new === "backlog" ? "backlog" : null);
    if (stops.length === 0 || stops.at(-1) !== stop) stops.push(stop);
  }
  return { stops, carries };
}
