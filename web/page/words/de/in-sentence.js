/** Days and moments within a sentence. */

const near = /^(Heute|Morgen|Gestern)\b/;

/** `heute`, `Freitag`, `morgen, 09:00`. @param {string} when */
export const small = (when) => when.replace(near, (day) => day.toLowerCase());

/** `heute`, `am Freitag`, `am Fr., 4. Dez.`. @param {string} when */
export const on = (when) => near.test(when) ? small(when) : `am ${when}`;
