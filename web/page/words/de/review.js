/** Looking back on a day and a week. Nothing of it scolds. */
import { plural } from "../forms.js";

export const title = "Rückblick";
export const parts = { day: "Heute", week: "Diese Woche" };
export const asking = "Deine Aufgaben werden durchgesehen ...";
export const done = "Heute erledigt";
export const nothingDone = "Heute wurde nichts erledigt. Das ist in Ordnung.";
/** @param {number} count */
export const doneCount = (count) => plural(count, { other: "Heute: # erledigt." });
/** @param {number} count */
export const begin = (count) =>
  plural(count, { one: "Die offene Aufgabe ansehen", other: "Die # offenen Aufgaben ansehen" });
/** @param {number} place @param {number} total */
export const placeOf = (place, total) => `${place} von ${total}`;
export const back = "Zurück";
export const cardNote =
  "Behalten ändert nichts an der Aufgabe. Rückgängig nimmt jede Antwort zurück, auch das Löschen.";
/** @param {number} count */
export const leftCount = (count) =>
  plural(count, { one: "# Aufgabe bleibt bei Heute.", other: "# Aufgaben bleiben bei Heute." });
export const again = "Noch einmal ansehen";
export const allDone = "Für heute ist nichts mehr übrig. Genieß den Abend.";
export const past = "Von früheren Tagen";
/** @param {number} count */
export const pastCount = (count) =>
  plural(count, {
    one: "# Aufgabe eines früheren Tages ist noch offen.",
    other: "# Aufgaben früherer Tage sind noch offen.",
  });
export const slate = "Reiner Tisch: alle auf einmal, und Rückgängig nimmt es zurück.";
export const slateTo = {
  today: "Alle auf heute",
  inbox: "Alle in den Eingang",
  delete: "Alle löschen",
  show: "Zeigen",
};
export const putOff = "Immer wieder verschoben";
export const putOffNote = "Vielleicht hilft ein kleinerer Schritt, ein anderer Tag oder das Löschen.";
export const noPutOff = "Nichts wurde immer wieder verschoben.";
export const noCarried = "Kein Tag hat etwas immer wieder an den nächsten weitergegeben.";
export const movesUnknown =
  "Nur was Tage weitergegeben haben. Was von Hand verschoben wurde, zählt der Server, und der antwortet gerade nicht.";
/** @param {number} carried @param {number} moved  by hand */
export const putOffBy = (carried, moved) =>
  [
    carried > 0 && plural(carried, { one: "einmal weitergegeben", other: "#-mal weitergegeben" }),
    moved > 0 && plural(moved, { one: "einmal von Hand verschoben", other: "#-mal von Hand verschoben" }),
  ].filter(Boolean).join(", ");
export const inbox = "Im Eingang";
/** @param {number} count */
export const inboxCount = (count) =>
  plural(count, {
    one: "# Aufgabe steht im Eingang.",
    other: "# Aufgaben stehen im Eingang.",
  });
export const inboxNote = "Diese sind am längsten da. Sie dürfen auch bleiben.";
export const balance = "Balance der letzten sieben Tage";
export const noBalance = "In den Tagesteilen wurde noch nichts erledigt.";
/** @param {string} name @param {number} count @param {number} total */
export const mostOf = (name, count, total) =>
  `Das meiste wurde an einer Stelle erledigt: ${name}, ${count} von ${total}.`;
export const spread = "Was erledigt wurde, ist gut verteilt.";
export const categories = "Nach Kategorie";
export const keysNote = "Tasten: die Ziffern; Leertaste erledigt, Eingabe öffnet, die Pfeile gehen weiter und zurück.";
export const ways = {
  today: "Heute",
  tomorrow: "Morgen",
  inbox: "Eingang",
  backlog: "Vorrat",
  delete: "Löschen",
  leave: "Behalten",
};
/** @param {string} task @param {string} place */
export const moveTo = (task, place) => `${task} verschieben: ${place}`;
/** @param {string} task */
export const remove = (task) => `${task} löschen`;
