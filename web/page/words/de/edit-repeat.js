/** The form of a repetition. */

export const title = "Wiederholung";
export const every = "Alle";
export const unit = "Tage, Wochen, Monate oder Jahre";
/** @param {number} count */
export const units = (count) =>
  count === 1
    ? { daily: "Tag", weekly: "Woche", monthly: "Monat", yearly: "Jahr" }
    : { daily: "Tage", weekly: "Wochen", monthly: "Monate", yearly: "Jahre" };
export const weekdays = "Am";
export const by = { day: "Datum", weekday: "Wochentag", own: "wie jetzt" };
export const which = "Welcher";
export const month = "Monat";
export const day = "Tag";
export const ordinals = { 1: "ersten", 2: "zweiten", 3: "dritten", 4: "vierten", "-1": "letzten" };
export const lastDay = "letzter Tag";
export const ends = "Endet";
export const endings = { never: "nie", until: "an einem Datum", count: "nach einer Anzahl" };
export const until = "Das letzte Datum";
export const count = "Wie oft";
export const comes = "Die nächste kommt";
export const coming = { done: "nach dem Erledigen", schedule: "an ihrem Tag" };
export const next = "Danach am";
export const nextHint = "Ein Druck lässt einen Tag aus oder nimmt ihn wieder auf.";
export const over = "Das ist das letzte Mal.";
/** @param {string} day */
export const leftOut = (day) => `${day}, ausgelassen`;
export const save = "Sichern";
export const cancel = "Abbrechen";
export const following = "Was du an dieser Aufgabe änderst, gilt auch für die folgenden.";
