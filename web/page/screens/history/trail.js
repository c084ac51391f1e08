/**
 * Where a task stood from the first day to the last: `Mon → Tue → Fri, carried twice`.
 *
 * @import { Entry } from "./told.js"
 */
import { daysBetween } from "../../dates.js";
import { sayDate } from "../../words/forms.js";
import { later } from "../../words/later.js";
import { trailOf } from "./gather.js";

const words = later.history;

/** Null where it never moved. @param {Entry[]} entries  all of the task, newest first @param {string} today */
export function trail(entries, today) {
  const { stops, carries } = trailOf(entries);
  if (stops.length < 2 && carries === 0) return null;
  const name = (/** @type {string | null} */ stop) => {
    if (stop === null) return words.noDate;
    if (stop === "backlog") return words.regions.backlog;
    const isNear = Math.abs(daysBetween(today, stop)) < 7;
    return sayDate(stop, isNear ? { weekday: "short" } : { weekday: "short", day: "numeric", month: "short" });
  };
  return words.trail(stops.map(name), carries);
}
