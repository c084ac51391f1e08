/** What the fields of tasks, lists and settings are called, and their values that are words. */

/** Of tasks, lists and the account, as they stand in the middle of a sentence. @type {Record<string, string>} */
const fields = {
  title: "Titel",
  notes: "Notizen",
  state: "Status",
  scheduledDate: "Datum",
  dueAt: "Fälligkeit",
  reminderAt: "Erinnerung",
  listId: "Liste",
  region: "Tagesteil",
  bucket: "Größe",
  category: "Kategorie",
  priority: "Priorität",
  tags: "Tags",
  recurrence: "Wiederholung",
  parentId: "Aufgabe, zu der sie gehört",
  sticky: "Bleiben, wo sie ist",
  autoCarry: "Wandern zum nächsten Tag",
  hiddenFromAgents: "vor KI-Assistenten verborgen",
  sortOrder: "Platz",
  name: "Name",
  colorHex: "Farbe",
  filter: "Filter",
  timeZone: "Zeitzone",
  firstWeekday: "erster Tag der Woche",
  dayStart: "Beginn des Tages",
  inboxRule: "Inhalt des Eingangs",
  rollover: "Verbleib nicht erledigter Aufgaben",
  regionLimits: "Platz in den Tagesteilen",
  backlogLimit: "Platz im Vorrat",
  complementaryAfterMustDo: "Reihenfolge von Muss und Ergänzung",
  reviewTime: "Zeit des Rückblicks",
  weeklyReview: "Wochenrückblick",
  morningTime: "Zeit der Morgenübersicht",
  quickAdd: "Ort schneller Aufgaben",
  captureLanguage: "Sprache des Aufgeschriebenen",
  linkScheme: "Adresse der Links",
  regionNudges: "Anstöße",
  overdueAlerts: "Meldungen überfälliger Aufgaben",
  quietFrom: "Beginn der Ruhezeit",
  quietUntil: "Ende der Ruhezeit",
  privateReminders: "private Erinnerungen",
  deletedAt: "Löschung",
};

/** @param {string} name */
export const field = (name) => fields[name] ?? name;
/** @type {Record<string, string>} */
export const regions = { morning: "Vormittag", afternoon: "Nachmittag", evening: "Abend", backlog: "Vorrat" };
/** @type {Record<string, string>} */
export const buckets = { mustDo: "Muss", complementary: "Ergänzung", misc: "Sonstiges" };
/** @type {Record<string, string>} */
export const choices = {
  off: "sie bleiben",
  backlog: "sie kommen in den Vorrat",
  unscheduled: "Aufgaben ohne Datum",
  unlisted: "Aufgaben ohne Liste",
  inbox: "Eingang",
  today: "Heute",
};
