/** Reminders that ring, and the page that says where and when. */
import { inSentence, plural } from "../forms.js";

export const notifications = {
  reminders: "Erinnerungen",
  ask: "Schalte Mitteilungen ein, um erinnert zu werden, wenn Aufgaben fällig sind",
  enable: "Einschalten",
  notNow: "Nicht jetzt",
  enabled: "Mitteilungen sind eingeschaltet",
  disabled: "Mitteilungen sind ausgeschaltet. Schalte sie in den Einstellungen ein, um erinnert zu werden.",
  done: "Erledigt",
  snooze: "Später",
  dismiss: "Verwerfen",
  dismissAll: "Alle verwerfen",
  minutes: "10 Minuten",
  hour: "1 Stunde",
  tomorrow: "Morgen",
  isDone: "Erledigt",
  /** @param {string} when */
  snoozed: (when) => `Erinnert wieder ${inSentence(when)}`,
  /** @param {number} count */
  more: (count) => plural(count, { one: "# weitere Erinnerung", other: "# weitere Erinnerungen" }),

  // This browser.
  here: "Dieser Browser",
  notify: "Mitteilungen zeigen",
  off: "Erinnerungen erscheinen in der App, solange sie offen ist.",
  live: "Sie kommen, solange Daybook in einem Tab offen ist.",
  push: "Sie kommen auch, wenn Daybook geschlossen ist.",
  denied: "Der Browser lehnt sie ab. Erlaube zuerst in seinen Einstellungen Mitteilungen für diese Adresse.",
  missing:
    "Dieser Browser zeigt hier keine Mitteilungen. Die meisten tun es über HTTPS, ein iPhone nach der Installation.",
  test: "Test",
  testMore: "Zeigt jetzt eine",
  testTitle: "So sieht eine Erinnerung aus",
  testBody: "Fällig heute, 18:00",

  // What is told.
  told: "Was dir gemeldet wird, und wann",
  everywhere: "Gleich auf allen deinen Geräten. Die eigene Erinnerung einer Aufgabe kommt immer.",
  reviewTime: "Tagesrückblick",
  reviewTimeMore: "Zeit für den Rückblick? Einmal am Tag, wenn noch etwas offen ist",
  morningTime: "Morgenübersicht",
  morningTimeMore: "Wie viel für heute geplant und wie viel überfällig ist",
  weeklyReview: "Wochenrückblick",
  weeklyReviewMore: "Am letzten Tag der Woche, zur Zeit des Rückblicks oder um 18:00",
  regionNudges: "Offenes in einem Tagesteil",
  regionNudgesMore: "Um 9:00, 13:00 und 18:00, wenn Aufgaben für Vormittag, Nachmittag oder Abend offen sind",
  overdueAlerts: "Überfällige Aufgaben",
  overdueAlertsMore: "Wenn eine Aufgabe überfällig wird",
  quiet: "Ruhezeit",
  quietMore: "Erinnerungen und überfällige Aufgaben warten, bis sie vorbei ist",
  from: "Von",
  until: "Bis",
  privateReminders: "Private Texte",
  privateRemindersMore: "Keine Mitteilung nennt einen Titel, gleich auf welchem Kanal",
  /** @param {string} what */
  timeOf: (what) => `Uhrzeit: ${what}`,

  // Channels.
  channels: "Kanäle",
  channelsMore: "Wo der Server dich erreicht, meist auch, wenn Daybook geschlossen ist.",
  asking: "Der Server wird gefragt ...",
  none: "Noch kein Kanal.",
  add: "Kanal hinzufügen",
  adding: "Hinzufügen",
  kinds: {
    live: "Eine offene App",
    webPush: "Ein Browser",
    email: "E-Mail",
    ntfy: "ntfy",
    gotify: "Gotify",
    webhook: "Webhook",
    unifiedPush: "UnifiedPush",
    apns: "iPhone oder Mac",
  },
  /** How each is made ready. */
  how: {
    email: "An die Adresse geht eine Mail, die fragt, ob Daybook dorthin schreiben darf.",
    ntfy: "Installiere ntfy auf dem Telefon und abonniere ein Thema, das niemand errät.",
    gotify: "Lege in Gotify eine Anwendung an und kopiere ihr Token.",
    webhook: "Sendet signiertes JSON an ein Programm von dir.",
    unifiedPush:
      "Die meisten Apps tragen ihre Adresse selbst ein. Mit den zwei Schlüsseln sind Meldungen verschlüsselt.",
    apns: "Das fügt eine App selbst hinzu.",
  },
  name: "Name",
  /** @type {Record<string, string>} */
  members: {
    email: "E-Mail",
    url: "Adresse, https://...",
    token: "Token",
    endpoint: "Adresse des Verteilers, https://...",
    p256dh: "Schlüssel p256dh",
    auth: "Schlüssel auth",
    topic: "Bundle-ID",
    environment: "production oder sandbox",
  },
  optional: "falls es eines braucht",
  changesToo: "Auch, was sich ändert",
  changesMore: "Jede Änderung einer Aufgabe, einer Liste oder der Einstellungen",
  /** @param {string} place */
  confirm: (place) => `Eine Mail ging an ${place}. Folge dem Link darin.`,
  added: "Hinzugefügt",
  secret: "Das Geheimnis des Webhooks",
  secretMore: "Der Empfänger prüft damit die Signaturen. Es wird nur jetzt gezeigt.",
  copy: "Kopieren",
  copied: "Kopiert",
  kept: "Ich habe es aufbewahrt",
  thisOne: "dieser Browser",
  /** @param {string} when */
  last: (when) => `Zuletzt gemeldet ${inSentence(when)}`,
  never: "Noch nichts gemeldet",
  /** @type {Record<string, string>} */
  offReasons: {
    switched_off: "Angehalten",
    unsubscribed: "Der Empfänger hat es abbestellt",
    unconfirmed: "Wartet auf den Link in der Mail",
    address_gone: "Der Empfänger kennt diese Adresse nicht mehr",
    failing: "Seit sieben Tagen ist nichts angekommen",
    push_key_replaced: "Der Server hat inzwischen einen anderen Schlüssel",
    key_lost: "Der Server hat den Schlüssel zu dieser Adresse verloren",
  },
  /** @param {string} name */
  actions: (name) => `Was sich mit ${name} tun lässt`,
  sendTest: "Test senden",
  log: "Was gemeldet wurde...",
  rename: "Umbenennen...",
  wants: "Was gemeldet wird...",
  pause: "Anhalten",
  resume: "Einschalten",
  newSecret: "Neues Geheimnis...",
  replay: "Änderungen noch einmal melden...",
  replaySince: "Seit, als Revision oder als 2026-11-21 09:00",
  remove: "Entfernen...",
  /** @param {string} name */
  removeQuestion: (name) => ({
    title: `${name} entfernen?`,
    sentence: "Dorthin wird nichts mehr gesendet, und das Protokoll ist weg.",
    yes: "Entfernen",
  }),
  /** @param {string} name */
  removed: (name) => `${name} entfernt`,
  /** @type {Record<string, string>} */
  wishes: {
    reminders: "Erinnerungen an Aufgaben",
    review: "Tagesrückblick",
    morning: "Morgenübersicht",
    weekly: "Wochenrückblick",
    regions: "Offenes in einem Tagesteil",
    overdue: "Überfällige Aufgaben",
    changes: "Änderungen, für Programme",
  },

  // The log.
  /** @param {string} name */
  logOf: (name) => `Gemeldet über ${name}`,
  nothingTold: "Noch nichts.",
  older: "Früher",
  openTask: "Aufgabe öffnen",
  /** @type {Record<string, string>} */
  subjects: {
    reminder: "Erinnerung",
    withdrawal: "Zurückgenommen",
    review: "Tagesrückblick",
    morning: "Morgenübersicht",
    weekly: "Wochenrückblick",
    region: "Tagesteil",
    overdue: "Überfällige Aufgabe",
    missed: "Verpasste Erinnerungen",
    lost: "Ein Kanal ging verloren",
    test: "Test",
    confirm: "Frage nach Erlaubnis",
  },
  /** @type {Record<string, string>} */
  states: { waiting: "Wartet", delivered: "Angekommen", failed: "Fehlgeschlagen", dropped: "Nicht mehr nötig" },
  /** @type {Record<string, string>} */
  reasons: {
    moved: "die Erinnerung wurde verschoben",
    channel_off: "der Kanal war ausgeschaltet",
    restored: "der Server kam aus einer Sicherung zurück",
    nothing_to_tell: "es gab nichts zu melden",
  },
  /** @param {string} duration */
  late: (duration) => `${duration} zu spät`,
  /** @param {number} count */
  attempts: (count) => plural(count, { one: "# Versuch", other: "# Versuche" }),
  arrived: "Der Test ist angekommen.",
  waits: "Der Test wartet, bis das Gerät ihn abholt.",
  /** @param {string} reason */
  failed: (reason) => `Der Test ist nicht angekommen: ${reason}.`,

  // What comes.
  next: "Was als Nächstes kommt",
  moreNext: "Mehr zeigen",
  nothingNext: "Keine Erinnerung ist gesetzt.",
};
