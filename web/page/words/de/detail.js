/** One task, days, and lists. */
import { inSentence } from "../forms.js";
import { on } from "./in-sentence.js";

export const detail = {
  name: "Aufgabe",
  title: "Titel",
  notes: "Notizen",
  addNotes: "Notizen",
  more: "Was sich mit dieser Aufgabe tun lässt",
  needsTitle: "Eine Aufgabe braucht einen Titel.",
  state: "Status",
  date: "Datum",
  due: "Fälligkeit",
  reminder: "Erinnerung",
  list: "Liste",
  none: "Ohne",
  sticky: "Bleibt, wo sie ist",
  autoCarry: "Wandert zum nächsten Tag",
  /** @param {string} what */
  clear: (what) => `${what} entfernen`,
  /** @param {string} when */
  created: (when) => `Erstellt ${on(when)}`,
  /** @param {string} when */
  inBacklog: (when) => `Im Vorrat seit ${inSentence(when)}`,
  /** @param {string} when */
  completed: (when) => `Erledigt ${on(when)}`,
};

export const calendar = { time: "Uhrzeit", before: "Monat davor", after: "Monat danach", done: "Fertig" };

export const lists = {
  heading: "Listen",
  new: "Neue Liste...",
  edit: "Name und Farbe...",
  up: "Nach oben",
  down: "Nach unten",
  delete: "Liste löschen...",
  changeFilter: "Filter ändern...",
  history: "Verlauf",
  lookBack: "Zurückblicken...",
  deleteFilter: "Filter löschen...",
  hideFromAgents: "Vor KI-Assistenten verbergen",
  showToAgents: "KI-Assistenten zeigen",
  /** @param {string} name */
  hiddenFromAgents: (name) => `KI-Assistenten sehen „${name}“ nicht mehr`,
  /** @param {string} name */
  shownToAgents: (name) => `KI-Assistenten sehen „${name}“ wieder`,
  name: "Name",
  colour: "Farbe",
  create: "Erstellen",
  colours: [
    "Rot",
    "Orange",
    "Bernstein",
    "Oliv",
    "Grün",
    "Petrol",
    "Himmelblau",
    "Blau",
    "Indigo",
    "Violett",
    "Rosa",
    "Grau",
  ],
  /** @param {string} name */
  deleteQuestion: (name) => ({
    title: `„${name}“ löschen?`,
    sentence: "Alle Aufgaben in dieser Liste werden mit gelöscht.",
    yes: "Löschen",
  }),
  /** @param {string} name */
  deleteFilterQuestion: (name) => ({
    title: `Den Filter „${name}“ löschen?`,
    sentence: "Die Aufgaben, die er findet, bleiben.",
    yes: "Löschen",
  }),
  /** @param {string} name */
  deleted: (name) => `${name} gelöscht`,
};
