/** The parts of the day, what is large and small in them, and the backlog. `Morgen` is tomorrow, hence Vormittag. */
import { plural } from "../forms.js";

export const regions = { morning: "Vormittag", afternoon: "Nachmittag", evening: "Abend", backlog: "Vorrat" };
export const buckets = { mustDo: "Muss", complementary: "Ergänzung", misc: "Sonstiges" };
export const ages = { today: "Heute", yesterday: "Gestern", thisWeek: "Diese Woche", older: "Älter" };

/** What stands in a bucket that is empty. */
export const emptyBuckets = {
  mustDo: "Noch kein Muss",
  complementary: "Noch keine Ergänzungen",
  misc: "Noch nichts Sonstiges",
};
export const locked = "Öffnet sich, wenn das Muss erledigt ist";

/** @param {keyof typeof regions} region @param {{mustDo: number, complementary: number, misc: number}} limits */
export const regionFull = (region, { mustDo, complementary, misc }) =>
  `${regions[region]} ist voll (${mustDo} ${buckets.mustDo}, ${complementary} ${buckets.complementary}, ` +
  `${misc} ${buckets.misc})`;
/** @param {number} limit */
export const backlogFull = (limit) =>
  plural(limit, { one: "Der Vorrat ist voll (# Aufgabe)", other: "Der Vorrat ist voll (# Aufgaben)" });
export const full = "voll";

/** How much of a bucket is taken up. @param {number} open @param {number} limit */
export const fill = (open, limit) => `${open}/${limit}`;
/** @param {number} open @param {number} limit */
export const fillSaid = (open, limit) => `${open} von ${limit} belegt${open >= limit ? `, ${full}` : ""}`;

/** @param {number} done @param {number} total */
export const doneOf = (done, total) => `${done} von ${total} erledigt`;
/** @param {number} percent */
export const complete = (percent) => `${percent} % erledigt`;

/** @param {keyof typeof regions} region @param {keyof typeof buckets} [bucket] */
export const placeIn = (region, bucket) => bucket ? `${regions[region]}, ${buckets[bucket]}` : regions[region];

export const partOfDay = "Tagesteil";
export const partsOfDay = "Tagesteile";
export const bucket = "Größe der neuen Aufgabe";
/** @param {string} name @param {boolean} isFolded */
export const fold = (name, isFolded) => isFolded ? `${name} zeigen` : `${name} ausblenden`;
/** @param {string} title */
export const toRegion = (title) => `${title} in einen Tagesteil verschieben`;

export const regionMenu = {
  region: "In einen Tagesteil...",
  bucket: "Muss, Ergänzung oder Sonstiges wählen...",
  none: "Kein Tagesteil",
  noneDone: "Aus dem Tagesteil genommen",
};
