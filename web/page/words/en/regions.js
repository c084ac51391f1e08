/** The parts of the day, what is large and small in them, and the backlog. */
import { plural } from "../forms.js";

export const regions = { morning: "Morning", afternoon: "Afternoon", evening: "Evening", backlog: "Backlog" };
export const buckets = { mustDo: "Must-Do", complementary: "Complementary", misc: "Misc" };
export const ages = { today: "Today", yesterday: "Yesterday", thisWeek: "This Week", older: "Older" };

/** What stands in a bucket that is empty. */
export const emptyBuckets = {
  mustDo: "No Must-Do yet",
  complementary: "No Complementary tasks yet",
  misc: "No Misc tasks yet",
};
export const locked = "Opens when the Must-Do is done";

/** @param {keyof typeof regions} region @param {{mustDo: number, complementary: number, misc: number}} limits */
export const regionFull = (region, { mustDo, complementary, misc }) =>
  `${regions[region]} region full (${mustDo} ${buckets.mustDo}, ${complementary} ${buckets.complementary}, ` +
  `${misc} ${buckets.misc})`;
/** @param {number} limit */
export const backlogFull = (limit) => plural(limit, { one: "Backlog full (# task)", other: "Backlog full (# tasks)" });
export const full = "full";

/** How much of a bucket is taken up. @param {number} open @param {number} limit */
export const fill = (open, limit) => `${open}/${limit}`;
/** @param {number} open @param {number} limit */
export const fillSaid = (open, limit) => `${open} of ${limit} taken${open >= limit ? `, ${full}` : ""}`;

/** @param {number} done @param {number} total */
export const doneOf = (done, total) => `${done} of ${total} done`;
/** @param {number} percent */
export const complete = (percent) => `${percent}% complete`;

/** @param {keyof typeof regions} region @param {keyof typeof buckets} [bucket] */
export const placeIn = (region, bucket) => bucket ? `${regions[region]}, ${buckets[bucket]}` : regions[region];

export const partOfDay = "Part of the day";
export const partsOfDay = "Parts of the day";
export const bucket = "Size of the new task";
/** @param {string} name @param {boolean} isFolded */
export const fold = (name, isFolded) => isFolded ? `Show ${name}` : `Hide ${name}`;
/** @param {string} title */
export const toRegion = (title) => `Move ${title} to a region`;

export const regionMenu = {
  region: "Move to Region...",
  bucket: "Choose Must-Do, Complementary or Misc...",
  none: "No part of the day",
  noneDone: "Taken out of its part of the day",
};
