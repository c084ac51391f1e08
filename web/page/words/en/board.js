/** The day at a glance. */
import { plural } from "../forms.js";
import { buckets, complete, regions } from "./regions.js";

/** @import { BoardCell } from "../../../types/messages.js" */

/** `Morning region, 1 Must-Do, 2 Complementary, 3 Misc, 50% complete`. @param {BoardCell} cell */
export const cellName = ({ region, fills: { mustDo, complementary, misc }, progress }) =>
  [
    `${regions[region]} region`,
    `${mustDo.open} ${buckets.mustDo}`,
    `${complementary.open} ${buckets.complementary}`,
    `${misc.open} ${buckets.misc}`,
    complete(progress.percent),
  ].join(", ");

export const noMustDo = "No Must-Do yet";
export const mustDoDone = "done";
/** @param {string} title @param {boolean} isDone */
export const mustDoSaid = (title, isDone) => `${buckets.mustDo}: ${title}${isDone ? `, ${mustDoDone}` : ""}`;
/** @param {number} count */
export const waiting = (count) => plural(count, { zero: "Nothing waits here.", one: "# task", other: "# tasks" });
/** @param {number} open @param {number} limit */
export const ofLimit = (open, limit) => `${open} of at most ${limit}`;
export const asking = "Opening your tasks ...";
