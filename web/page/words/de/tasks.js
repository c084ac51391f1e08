/** What there is to say about tasks, and about what was done with them. */
import { dayName, inSentence, plural } from "../forms.js";

export const states = { notStarted: "offen", active: "in Arbeit", completed: "erledigt" };
export const stateNames = { notStarted: "Offen", active: "In Arbeit", completed: "Erledigt" };

/** @param {string} title */
export const complete = (title) => `${title} erledigen`;
/** @param {string} title */
export const reopen = (title) => `${title} wieder öffnen`;
/** @param {string} title */
export const start = (title) => `${title} beginnen`;

/** @param {number} count */
export const tasks = (count) => plural(count, { one: "# Aufgabe", other: "# Aufgaben" });
/** @param {number} count */
export const completedToday = (count) => `${count} heute erledigt`;
/** @param {number} count */
export const fromEarlierDays = (count) => `${count} von früheren Tagen`;
export const timeToReview = "Zeit für den Rückblick?";
export const whileAway = "Willkommen zurück. Sieh, was inzwischen geschah";
/** @param {number} count */
export const cleanSlate = (count) => `Reiner Tisch für ${tasks(count)} von früheren Tagen`;
/** @param {number} count */
export const inboxFull = (count) => `${tasks(count)} stehen hier. Sieh dir an, welche am längsten da sind`;
/** @param {number} count */
export const todayFull = (count) => `${tasks(count)} für heute. Sieh, was warten kann`;
export const notNow = "Nicht jetzt";
/** @param {number} count */
export const overdueLine = (count) => plural(count, { one: "# überfällige Aufgabe", other: "# überfällige Aufgaben" });
/** @param {number} count */
export const openCount = (count) => plural(count, { one: "# offene Aufgabe", other: "# offene Aufgaben" });
/** @param {number} count */
export const carried = (count) => plural(count, { one: "einmal verschoben", other: "#-mal verschoben" });
/** @param {string} when */
export const due = (when) => `Fällig ${inSentence(when)}`;
/** @param {string} when */
export const remind = (when) => `Erinnerung ${inSentence(when)}`;
/** @param {string} name */
export const inList = (name) => `in ${name}`;
export const hasNotes = "hat Notizen";
export const overdueMark = "überfällig";
export const notAcceptedMark = "eine Änderung wurde nicht angenommen";
export const unsent = "noch nicht gesendet";
export const allDone = "Für heute ist alles erledigt.";
export const allToToday = "Alle auf heute";

// What was done, for toasts and screen readers.

/** @param {string} title */
export const added = (title) => `${title} hinzugefügt`;
/** @param {number} count */
export const addedMany = (count) => `${tasks(count)} hinzugefügt`;
/** @param {string} place @param {number} count */
export const addedTo = (place, count) =>
  count === 1 ? `Hinzugefügt zu ${place}` : `${tasks(count)} hinzugefügt zu ${place}`;
/** @param {number} count  completed today */
export const completed = (count) => count > 0 ? `Erledigt. ${completedToday(count)}` : "Erledigt";
export const reopened = "Wieder offen";
export const started = "In Arbeit";
/** @param {string} place @param {number} count */
export const movedTo = (place, count = 1) =>
  count === 1 ? `Verschoben: ${place}` : `${tasks(count)} verschoben: ${place}`;
/** @param {string} place @param {number} position @param {number} total */
export const movedAt = (place, position, total) => `${movedTo(place)}, ${position} von ${total}`;
/** @param {number} count */
export const deleted = (count) => count === 1 ? "Gelöscht" : `${tasks(count)} gelöscht`;
/** @param {number} count */
export const restored = (count) => count === 1 ? "Wiederhergestellt" : `${tasks(count)} wiederhergestellt`;
/** @param {number} position @param {number} total */
export const nowAt = (position, total) => `Position ${position} von ${total}`;
export const saved = "Gesichert";
/** @param {string} text */
export const notKept = (text) =>
  `Nicht gespeichert, aber nicht verloren: „${text.length > 40 ? `${text.slice(0, 40)}...` : text}“`;
export const undone = "Rückgängig gemacht";
export const redone = "Erneut ausgeführt";
export const undo = "Rückgängig";
export const redo = "Wiederholen";
export const nothingToUndo = "Nichts rückgängig zu machen.";
export const nothingToRedo = "Nichts zu wiederholen.";
/** @param {number} count */
export const selected = (count) => `${count} ausgewählt`;
/** @param {string} title @param {number} position @param {number} total */
export const lifted = (title, position, total) => `${title} angehoben. ${nowAt(position, total)}`;
export const putBack = "Zurückgelegt";

// Places and dates.

export const notBeforeToday = "Sie bleibt: Vor heute wird nichts geplant.";
export const noDateYet = "Sie hat kein Datum, das früher sein könnte.";

/** @param {string} date @param {string} today */
export const onDay = (date, today) => dayName(date, today);

export const menu = {
  open: "Öffnen",
  edit: "Umbenennen",
  today: "Auf heute",
  tomorrow: "Auf morgen",
  date: "Datum wählen...",
  inbox: "In den Eingang",
  list: "In eine Liste...",
  note: "Notiz hinzufügen",
  up: "Nach oben",
  down: "Nach unten",
  top: "Ganz nach oben",
  bottom: "Ganz nach unten",
  lift: "Mit den Tasten tragen",
  active: "Beginnen",
  complete: "Erledigen",
  reopen: "Wieder öffnen",
  delete: "Löschen",
  restore: "Wiederherstellen",
  erase: "Endgültig löschen...",
  cancel: "Abbrechen",
  select: "Auswählen",
  repeat: "Wiederholung...",
  tags: "Tags...",
  priority: "Priorität...",
};

/** @param {string} place */
export const dropOn = (place) => `Ablegen auf ${place}`;
