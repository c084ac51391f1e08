/** The texts of commands and settings. */
import { inSentence, plural } from "../forms.js";

export const commands = {
  find: "Befehl oder Liste eingeben",
  /** @param {string} query */
  nothing: (query) => `Nichts gefunden für „${query}“`,
  /** @param {string} query */
  searchFor: (query) => `Nach „${query}“ suchen`,
  everywhere: "Überall",
  onRow: "Auf einer Aufgabe",
  capture: "Aufgabe aufschreiben",
  /** @param {string} where */
  go: (where) => `Gehe zu ${where}`,
  review: "Rückblick auf den Tag",
  reviewWeek: "Rückblick auf die Woche",
  calendarAdd: "Aufgabe am gewählten Tag hinzufügen",
  calendarToday: "Heute im Kalender zeigen",
  calendarMonth: "Einen Monat im Kalender zeigen",
  calendarWeek: "Eine Woche im Kalender zeigen",
  statistics: "Gehe zu Statistik (Auswertung)",
  widget: "Gehe zum Widget",
  palette: "Alle Befehle",
  keys: "Tasten",
  lists: "Zu einer Liste...",
  newList: "Neue Liste...",
  sync: "Jetzt mit dem Server abgleichen",
  nextState: "Nächster Status",
  earlier: "Einen Tag früher",
  later: "Einen Tag später",
  history: "Verlauf der Aufgabe",
  selectAll: "Alle auswählen",
  menu: "Menü",
  rings: "Erinnerung beantworten",
};

/** @type {Record<string, string>} */
const keys = {
  Ctrl: "Strg",
  Shift: "Umschalt",
  Enter: "Eingabe",
  Delete: "Entf",
  Del: "Entf",
  Space: "Leertaste",
  Backspace: "Rücktaste",
};

/** What stands on a key. @param {string} key */
export const keyName = (key) => keys[key] ?? key;

export const settings = {
  title: "Einstellungen",
  devices: "Geräte",
  notifications: "Mitteilungen",
  account: "Konto",
  apps: "Apps und Zugänge",
  data: "Export und Import",
  capture: "Von anderswo aufschreiben",
  install: "Daybook auf diesem Gerät installieren",
  widget: "Widget: was heute ansteht, in einem kleinen Fenster",
  noLogin: "Dieses Konto hat noch keine Anmeldung",
  noAccount: "Noch kein Konto",
  /** @param {string} host */
  goes: (host) => `Deine Aufgaben gehen an ${host}`,
  goesMore: "Ein Konto beginnt mit der ersten Aufgabe",
  stayHere: "Nur auf diesem Gerät",
  stays: "Nur auf diesem Gerät",
  staysMore:
    "Nichts wird gesendet. Kein anderes Gerät hat deine Aufgaben, nur dieser Browser erinnert dich an sie, und " +
    "wenn er sie vergisst, sind sie weg.",
  send: "Alles senden...",
  /** @param {string} host */
  sendQuestion: (host) => ({
    title: `Alles an ${host} senden?`,
    sentence: "Dort beginnt ein Konto mit allem, was hier steht. Es braucht weder Namen noch E-Mail.",
    yes: "Senden",
  }),
  appearance: "Darstellung",
  hereOnly: "Nur für diesen Browser.",
  everywhere: "Gleich auf allen deinen Geräten.",
  theme: "Farben",
  system: "System",
  light: "Hell",
  dark: "Dunkel",
  text: "Textgröße",
  small: "Klein",
  normal: "Normal",
  large: "Groß",
  larger: "Größer",
  calm: "Bewegung verringern",
  calmMore: "Auch wenn das System nicht darum bittet",
  day: "Dein Tag",
  zone: "Zeitzone",
  zoneMore: "Nach ihrer Uhr beginnen Tage und klingeln Erinnerungen",
  /** @param {string} zone */
  useZone: (zone) => `Zeitzone dieses Geräts verwenden, ${zone}`,
  firstWeekday: "Die Woche beginnt am",
  firstWeekdayMore: "In Kalendern und in den Wochen der Analysen",
  dayStart: "Ein Tag beginnt um",
  dayStartMore: "Was vor dieser Uhrzeit erledigt wird, zählt zum Tag davor",
  inboxRule: "Im Eingang stehen Aufgaben",
  inboxRuleMore: "Ohne Datum dürfen sie in einer Liste sein, in keiner Liste dürfen sie ein Datum haben",
  unscheduled: "ohne Datum",
  unlisted: "ohne Liste",
  hand: "Hände und Tasten",
  start: "Beginnen mit",
  click: "Ein Klick auf eine Aufgabe",
  opens: "öffnet sie",
  changes: "ändert ihren Status",
  singleKeys: "Einzelne Tasten",
  singleKeysMore: "n für eine neue Aufgabe, 1 2 3 für die Ansichten und weitere",
  messages: "Meldungen bleiben",
  long: "Lange",
  stay: "Bis du sie schließt",
  sync: "Abgleich",
  /** @param {string} when */
  lastSync: (when) => `Mit dem Server abgeglichen, ${inSentence(when)}`,
  neverSynced: "Noch an keinen Server gesendet",
  notYetSynced: "Seit dem Öffnen der App noch nicht abgeglichen",
  /** @param {number} count */
  waiting: (count) =>
    count === 0 ? "Nichts wartet." : plural(count, { one: "# Änderung wartet.", other: "# Änderungen warten." }),
  storage: "Auf diesem Gerät",
  persisted: "Der Browser bewahrt es auf.",
  forgets: "Das ist nicht dein Computer: Hier wird nichts aufbewahrt.",
  notPersisted: "Der Browser darf es löschen, wenn der Platz knapp wird.",
  /** @param {number} count */
  faults: (count) => plural(count, { one: "# Fehler der App hier", other: "# Fehler der App hier" }),
  /** @param {string} when */
  faultsMore: (when) =>
    `Der letzte ${inSentence(when)}. Sie werden gezählt, ohne was sie sagen, und nirgendwohin gesendet.`,
  forgetFaults: "Vergessen",
  noHttps: "Ohne HTTPS",
  noHttpsMore: "Daybook läuft in einem Tab und braucht zum Öffnen das Netz. Mit HTTPS geht auch der Rest.",
  more: "Mehr",
  /** @param {string} version */
  version: (version) => `Daybook, Version ${version}`,
};
