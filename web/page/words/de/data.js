/** Taking everything out, and bringing something in. */
import { bytes, number, plural } from "../forms.js";

const counts = {
  task: { one: "# Aufgabe", other: "# Aufgaben" },
  list: { one: "# Liste", other: "# Listen" },
};

/** `3 Aufgaben und 2 Listen`; empty for none. @param {{tasks: number, lists: number}} counts */
const both = ({ tasks, lists }) =>
  [tasks && plural(tasks, counts.task), lists && plural(lists, counts.list)].filter(Boolean).join(" und ");

/** @param {{tasks: number, lists: number}} counts @param {string} one @param {string} other */
const said = (counts, one, other) => {
  const sum = counts.tasks + counts.lists;
  return sum > 0 ? `${both(counts)} ${sum === 1 ? one : other}.` : "";
};

export const out = {
  title: "Export",
  more: "Alles in deinem Konto, in einer Datei, die dir gehört: alle Aufgaben, Listen und Einstellungen.",
  format: "Form der Datei",
  formats: /** @type {const} */ ([
    ["json", "JSON"],
    ["csv", "Tabelle"],
    ["ics", "Kalender"],
    ["ndjson", "Zeilen"],
  ]),
  formatMore: {
    json: "Ein Dokument mit allem. Es lässt sich wieder importieren, hier oder auf einem anderen Server.",
    csv: "Eine Tabelle für Tabellenprogramme (CSV). Auch sie lässt sich wieder importieren.",
    ics: "Aufgaben für Kalenderprogramme (iCalendar). Auch sie lassen sich wieder importieren.",
    ndjson: "JSON mit einem Objekt je Zeile, für Programme, die sehr viel lesen.",
  },
  choices: "Mehr",
  since: "Nur, was sich geändert hat seit",
  deleted: "Mit Gelöschtem",
  deletedMore: "Was sich noch wiederherstellen lässt",
  history: "Mit dem Verlauf",
  historyMore: "Jede Änderung und das Gerät, von dem sie kam. Nur JSON und Zeilen",
  anonymize: "Wörter unlesbar machen",
  anonymizeMore: "Für die Meldung eines Fehlers: Buchstaben derselben Gestalt stehen für das, was du geschrieben hast",
  run: "Daten exportieren",
  running: "Export läuft ...",
  /** @param {number} size  in bytes */
  received: (size) => `${bytes(size)} bisher`,
  failed: "Der Export hat nicht geklappt. Bitte versuch es noch einmal.",
  notSaved: "Die Datei konnte nicht gesichert werden. Bitte prüfe den Speicherplatz des Geräts.",
  /** @param {string} name */
  saved: (name) => `Gesichert als ${name}, dort, wo dieser Browser Downloads ablegt.`,
  /** @param {string} name */
  shared: (name) => `${name} geteilt.`,
  /** @param {number} count */
  waits: (count) =>
    plural(count, {
      one: "# Änderung dieses Geräts wurde noch nicht gesendet und ist nicht dabei.",
      other: "# Änderungen dieses Geräts wurden noch nicht gesendet und sind nicht dabei.",
    }),
  needsServer: "Die Datei macht der Server, darum braucht das ein Netz.",
  alone: "Noch nichts zu exportieren. Dein Konto beginnt mit der ersten Aufgabe.",
};

export const into = {
  title: "Import",
  more: "Aus Todoist, Apple Erinnerungen, Google Tasks, Taskwarrior, todo.txt, Kalenderdateien oder einem Export von " +
    "Daybook. Du siehst zuerst, was daraus würde.",
  choose: "Datei wählen",
  drop: "oder hier ablegen",
  /** @param {string} name @param {number} size */
  file: (name, size) => `${name}, ${bytes(size)}`,
  another: "Andere Datei",
  empty: "Diese Datei ist leer.",
  format: "Sie wird gelesen als",
  formats: {
    "json": "Export von Daybook, JSON",
    "ndjson": "Export von Daybook, Zeilen mit JSON",
    "csv": "Export von Daybook, Tabelle",
    "ics": "Kalenderdatei (iCalendar)",
    "todoist-csv": "Todoist, Vorlage eines Projekts",
    "todoist-json": "Todoist, JSON",
    "taskwarrior": "Taskwarrior",
    "google-tasks": "Google Tasks",
    "todo-txt": "todo.txt",
  },
  unknown: "Form wählen ...",
  list: "Name für eine Liste, die in der Datei keinen hat",
  /** @param {number} sent @param {number} of */
  sending: (sent, of) => `Wird gesendet, ${number(Math.floor(100 * sent / of))} % von ${bytes(of)}`,
  reading: "Der Server liest die Datei ...",
  importing: "Import läuft ...",
  preview: "Was daraus würde",
  result: "Was daraus wurde",
  /** @param {import("../../screens/data/report.js").Report} report */
  summary: (report) => {
    const isDone = !report.dryRun;
    return [
      said(report.made, isDone ? "wurde angelegt" : "ist neu", isDone ? "wurden angelegt" : "sind neu"),
      said(report.changed, isDone ? "wurde geändert" : "ändert sich", isDone ? "wurden geändert" : "ändern sich"),
      said(report.unchanged, "ist schon hier und bleibt, wie sie ist", "sind schon hier und bleiben, wie sie sind"),
      said(report.deletedHere, "wurde hier gelöscht und bleibt gelöscht", "wurden hier gelöscht und bleiben gelöscht"),
      report.settings &&
      (isDone
        ? "Einstellungen, die du nie gewählt hattest, wurden übernommen."
        : "Einstellungen, die du nie gewählt hast, werden übernommen."),
      report.passedOver > 0 &&
      plural(report.passedOver, {
        one: "# Eintrag wird mit Absicht ausgelassen.",
        other: "# Einträge werden mit Absicht ausgelassen.",
      }),
      report.refused > 0 &&
      plural(report.refused, {
        one: "# Eintrag ließ sich nicht lesen.",
        other: "# Einträge ließen sich nicht lesen.",
      }),
    ].filter((sentence) => typeof sentence === "string" && sentence !== "").map(String);
  },
  nothing: "In dieser Datei ist nichts neu.",
  columns: "Wohin jedes Feld kommt",
  field: "In der Datei",
  becomes: "Hier",
  count: "Anzahl",
  leftOut: "ausgelassen",
  /** @type {Record<string, string>} */
  fields: {
    title: "Titel",
    notes: "Notizen",
    state: "Status",
    scheduledDate: "Datum",
    dueAt: "Fälligkeit",
    reminderAt: "Erinnerung",
    listId: "Liste",
    list: "Liste",
    tags: "Tags",
    priority: "Priorität",
    recurrence: "Wiederholung",
    parentId: "Teil von",
    createdAt: "Erstellt am",
    updatedAt: "Geändert am",
    completedAt: "Erledigt am",
    deletedAt: "Gelöscht am",
    orderKey: "Reihenfolge",
    sortOrder: "Reihenfolge",
    name: "Name",
    colorHex: "Farbe",
    category: "Kategorie",
    region: "Tagesteil",
    bucket: "Größe",
    id: "Kennung",
    everything: "Alles",
  },
  /** @param {number} count */
  remarks: (count) => plural(count, { one: "# Anmerkung", other: "# Anmerkungen" }),
  /** @param {number} line */
  line: (line) => `Zeile ${number(line)}`,
  /** @param {number} count */
  moreRemarks: (count) => plural(count, { one: "Und # weitere.", other: "Und # weitere." }),
  /** @param {{tasks: number, lists: number}} counts */
  run: (counts) => `${both(counts) || "Änderungen"} importieren`,
  done: "Importiert",
  stopped: "Was vorher importiert wurde, bleibt. Dieselbe Datei noch einmal macht dort weiter.",
};

export const back = {
  undo: "Import rückgängig machen",
  redo: "Wieder zurückholen",
  undoing: "Wird rückgängig gemacht ...",
  undone: "Der Import ist rückgängig gemacht. Nichts ist verloren: Er lässt sich zurückholen.",
  redone: "Der Import ist wieder da.",
  kept: "Was seither jemand geändert hat, blieb, wie es ist.",
  question: {
    title: "Den ganzen Import rückgängig machen?",
    sentence: "Was er angelegt hat, wird gelöscht, und was er geändert hat, ist wie vorher.",
    yes: "Import rückgängig machen",
  },
  /** @param {number} at @param {(at: number) => string} ago */
  last: (at, ago) => `Dein letzter Import hier, ${ago(at)}`,
};

/** @param {string} code @returns {string | null} */
export function importRefusal(code) {
  /** @type {Record<string, string>} */
  const sentences = {
    import_format_unknown: "Der Server erkennt diese Datei nicht. Wenn du ihre Form kennst, wähle sie unten.",
    import_unreadable: "Die Datei lässt sich nicht bis zum Ende lesen.",
    import_interrupted: "Der Import wurde unterbrochen.",
    import_under_way: "Ein anderer Import läuft gerade. Versuch es, wenn er fertig ist.",
    import_no_room: "Der Server hat gerade keinen Platz für eine Datei. Versuch es in einer Weile noch einmal.",
    disk_full: "Die Festplatte des Servers ist voll. Sag es dem, der ihn betreibt.",
    content_too_large: "Diese Datei ist größer, als der Server annimmt. Sende sie in Teilen.",
    task_quota_exceeded: "Das Konto ist voll.",
    byte_quota_exceeded: "Das Konto ist voll.",
    export_busy: "Der Server ist mit anderen Exporten beschäftigt. Versuch es in einer Weile noch einmal.",
    history_too_short: "Der Verlauf des Servers reicht nicht so weit zurück.",
  };
  return sentences[code] ?? null;
}
