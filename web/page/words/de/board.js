/** The day at a glance. */
import { plural } from "../forms.js";
import { buckets, complete, regions } from "./regions.js";

/** @import { BoardCell } from "../../../types/messages.js" */

/** `Vormittag, 1 Muss, 2 Ergänzung, 3 Sonstiges, 50 % erledigt`. @param {BoardCell} cell */
export const cellName = ({ region, fills: { mustDo, complementary, misc }, progress }) =>
  [
    regions[region],
    `${mustDo.open} ${buckets.mustDo}`,
    `${complementary.open} ${buckets.complementary}`,
    `${misc.open} ${buckets.misc}`,
    complete(progress.percent),
  ].join(", ");

export const noMustDo = "Noch kein Muss";
export const mustDoDone = "erledigt";
/** @param {string} title @param {boolean} isDone */
export const mustDoSaid = (title, isDone) => `${buckets.mustDo}: ${title}${isDone ? `, ${mustDoDone}` : ""}`;
/** @param {number} count */
export const waiting = (count) => plural(count, { zero: "Hier wartet nichts.", one: "# Aufgabe", other: "# Aufgaben" });
/** @param {number} open @param {number} limit */
export const ofLimit = (open, limit) => `${open} von höchstens ${limit}`;
export const asking = "Deine Aufgaben werden geöffnet ...";
