/** Looking back in time. */
import { language, plural } from "../forms.js";

export const lookBack = {
  intro: "Wähle einen Zeitpunkt. Du siehst, wie es damals war, und was sich ändern würde, bevor etwas geschieht.",
  what: "Was",
  everything: "Alle Aufgaben, Listen und Einstellungen",
  goneList: "Eine Liste, die es nicht mehr gibt",
  isGone: "Diese Liste gibt es nicht mehr.",
  comesBackWith: "Was damals in ihr war, steht darunter; Wiederherstellen bringt beides zurück.",
  slider: "Ein Zeitpunkt der letzten 30 Tage",
  date: "Datum",
  time: "Uhrzeit",
  asking: "Es wird zurückgeblickt ...",
  /** @param {string} when */
  same: (when) => `${when}: Nichts war anders.`,
  /** @param {string} when @param {number} tasks @param {number} lists @param {boolean} settings */
  changes: (when, tasks, lists, settings) => {
    const parts = [
      tasks > 0 && plural(tasks, { one: "# Aufgabe", other: "# Aufgaben" }),
      lists > 0 && plural(lists, { one: "# Liste", other: "# Listen" }),
      settings && "die Einstellungen",
    ].filter((part) => part !== false);
    const isOne = tasks + lists === 1 && !settings;
    const all = new Intl.ListFormat(language(), { type: "conjunction" }).format(parts);
    return `${when}: ${all} ${isOne ? "würde" : "würden"} zurückgesetzt.`;
  },
  /** @param {number} count */
  deletions: (count) =>
    plural(count, {
      one: "# Aufgabe ist seither entstanden und würde gelöscht.",
      other: "# Aufgaben sind seither entstanden und würden gelöscht.",
    }),
  lines: "Was sich ändern würde",
  /** @param {number} count */
  others: (count) => plural(count, { one: "und # weitere", other: "und # weitere" }),
  many: "Seither gab es zu viele Änderungen, um sie einzeln aufzuzählen.",
  /** @param {string} field @param {string} now @param {string} then */
  field: (field, now, then) => `${field.charAt(0).toUpperCase()}${field.slice(1)}: ${now} → ${then}`,
  goes: "Seither entstanden: würde gelöscht",
  comesBack: "Seither gelöscht: käme zurück",
  wasDeleted: "Damals war sie gelöscht",
  then: "So war es",
  nothingThen: "Damals gab es keine Aufgabe.",
  restore: "Wiederherstellen",
  /** @param {string} when @param {string} what */
  question: (when, what) => ({
    title: `${what} wiederherstellen, Stand ${when}?`,
    sentence: "Auf allen Geräten. Nichts geht verloren: Du kannst es hier und später im Verlauf rückgängig machen.",
    yes: "Wiederherstellen",
  }),
  /** @param {number} deletions */
  massDelete: (deletions) => ({
    title: `Das löscht ${plural(deletions, { one: "# Aufgabe", other: "# Aufgaben" })}, mehr als die Hälfte von allen.`,
    sentence: "Sie sind seither entstanden. Auf allen Geräten.",
    yes: "Wiederherstellen und sie löschen",
  }),
  everythingShort: "Alles",
  /** @param {string} when */
  restored: (when) => `Wiederhergestellt, Stand ${when}`,
  /** @param {number} count */
  keptSome: (count) =>
    plural(count, {
      one: "# Sache wurde inzwischen geändert und bleibt.",
      other: "# Sachen wurden inzwischen geändert und bleiben.",
    }),
  restoring: "Wird wiederhergestellt ...",
};
