/** Views and places, and what stands where nothing is. */
import { plural } from "../forms.js";

/** @type {Record<string, string>} */
export const views = {
  inbox: "Eingang",
  today: "Heute",
  upcoming: "Demnächst",
  calendar: "Kalender",
  past: "Vergangen",
  overdue: "Überfällig",
  logbook: "Logbuch",
  history: "Verlauf",
  deleted: "Zuletzt gelöscht",
  gaveWay: "Überholte Änderungen",
  notAccepted: "Nicht angenommen",
  board: "Tagesplan",
  search: "Suche",
  backlog: "Vorrat",
};

export const analytics = "Statistik";

export const empty = {
  inbox: ["Nichts im Eingang", "Halte hier Ideen fest, ohne sie schon zu planen."],
  today: ["Ein freier Tag", "Für heute ist nichts geplant. Zieh Aufgaben aus dem Eingang her oder schreib neue auf."],
  upcoming: ["Nichts steht an", "Plane Aufgaben für morgen und danach."],
  past: ["Nichts ist liegen geblieben", "Hier stehen Aufgaben früherer Tage, die noch offen sind."],
  overdue: ["Nichts ist überfällig", "Hier stehen Aufgaben, deren Fälligkeit vorbei ist."],
  logbook: ["Noch nichts erledigt", "Was du erledigst, bleibt hier erhalten."],
  deleted: ["Nichts gelöscht", "Gelöschte Aufgaben bleiben einige Zeit hier."],
  backlog: ["Hier wartet nichts.", "Was noch keinen Tag hat und was an einem Tag liegen blieb, kann hier warten."],
  list: ["Eine leere Liste", "Schreib oben ihre erste Aufgabe."],
  goneList: ["Diese Liste gibt es nicht mehr", "Sie wurde gelöscht oder war nie auf diesem Gerät."],
  filter: ["Nichts gefunden", "Was dieser Filter findet, steht hier, sobald es etwas gibt."],
  broken: [
    "Dieser Filter ist nicht verständlich",
    "Vielleicht nennt er eine gelöschte Liste oder ist neuer als die App.",
  ],
  gaveWay: ["Nichts wurde überholt", "Wenn jemand dasselbe später geändert hat, siehst du hier beides."],
  notAccepted: ["Alles wurde angenommen", "Hier stehen Änderungen, die der Server nicht annimmt."],
  task: ["Diese Aufgabe gibt es nicht mehr", "Sie wurde endgültig gelöscht oder war nie auf diesem Gerät."],
};

/** @param {number | null} days */
export const deletedStay = (days) =>
  days === null
    ? "Gelöschte Aufgaben bleiben hier."
    : plural(days, { one: "Gelöschte Aufgaben bleiben # Tag hier.", other: "Gelöschte Aufgaben bleiben # Tage hier." });

export const unknown = {
  title: "Hier ist nichts",
  /** @param {string} path */
  sentence: (path) => `Daybook kennt keine Adresse ${path}.`,
  way: "Gehe zu Heute",
};

export const missing = {
  title: "Noch nicht da",
  sentence: "Dieser Teil der App konnte nicht geladen werden. Er ist da, sobald das Netz da ist.",
  reload: "Neu laden",
};

export const capture = {
  label: "Eingabefeld für Aufgaben",
  description: "Gib eine Aufgabe ein und drücke die Eingabetaste zum Sichern",
  placeholder: "Was ist zu tun?",
  first: "Was möchtest du heute schaffen?",
  add: "Aufgabe hinzufügen",
  addNotes: "Notizen hinzufügen",
  /** @param {string} keys */
  saves: (keys) => `${keys} sichert die Aufgabe`,
  /** @param {string} place */
  elsewhere: (place) => `Neue Aufgabe: ${place}`,
  /** @param {number} most @param {number} length */
  tooLong: (most, length) =>
    `Ein Titel hat höchstens ${most.toLocaleString("de")} Zeichen, dieser hat ${length.toLocaleString("de")}. ` +
    "Der Rest passt in die Notizen.",
};

export const welcome = {
  title: "Daybook",
  line: "Schreib einfach los. Du brauchst kein Konto.",
  /** @param {string} host */
  kept: (host) => `Gespeichert auf diesem Gerät und auf ${host}`,
  keptHere: "Nur auf diesem Gerät. Nichts wird gesendet: Kein anderes Gerät hat deine Aufgaben oder erinnert " +
    "dich daran, und wenn dieser Browser sie vergisst, sind sie weg.",
  /** @param {string} host */
  sendAll: (host) => `Auch auf ${host} speichern`,
  pair: "Mit einem anderen Gerät koppeln",
  signIn: "Anmelden",
  undecided: "Wer diesen Server erreicht, kann ein Konto anlegen. Wer ihn betreibt, entscheidet das mit " +
    "DAYBOOK_REGISTRATION: invite (mit Einladung), closed (niemand) oder open (alle).",
};

export const moveTo = {
  today: "Heute",
  tomorrow: "Morgen",
  inbox: "Eingang",
  weekend: "Dieses Wochenende",
  nextWeekend: "Nächstes Wochenende",
  nextWeek: "Nächste Woche",
  noList: "Keine Liste",
  none: "Kein Datum",
  backlog: "Vorrat",
  under: "Teil einer Aufgabe",
};

export const close = "Schließen";
export const message = "Meldung";
export const cancel = "Abbrechen";
export const save = "Sichern";
export const show = "Zeigen";
export const tryAgain = "Jetzt versuchen";
export const downloadThem = "Herunterladen";
export const selectedMark = "ausgewählt";
export const listMenu = "Was sich mit dieser Liste tun lässt";
export const search = "Suche";
export const allCommands = "Alle Befehle";
export const navigation = "Ansichten und Listen";

export const goBack = "Zurück";

export const tabs = "Ansichten";
export const reload = "Neu laden";
export const newVersion = "Eine neue Version ist bereit.";
