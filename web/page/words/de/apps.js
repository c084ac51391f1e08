/** Calendar programs, feeds and tokens. */
import { inSentence, plural } from "../forms.js";

export const apps = {
  asking: "Der Server wird gefragt ...",
  name: "Name",
  kept: "Ich habe es aufbewahrt",
  /** @param {string} label */
  copy: (label) => `${label} kopieren`,
  copyShort: "Kopieren",
  copied: "Kopiert",
  qr: "QR-Code mit der Adresse",
  /** @param {string} name */
  more: (name) => `Was sich mit ${name} tun lässt`,
  /** @param {string} when */
  used: (when) => `Zuletzt verwendet ${inSentence(when)}`,
  unused: "Noch nicht verwendet",
  /** @param {string} day */
  since: (day) => `hier seit ${inSentence(day)}`,
  revoke: "Zugang entziehen...",
  /** @param {string} name */
  revokeQuestion: (name) => ({
    title: `${name} den Zugang entziehen?`,
    sentence: "Was schon gelesen wurde, bleibt dort. Nichts kann mehr gelesen oder geändert werden.",
    yes: "Entziehen",
  }),
  /** @param {string} name */
  revoked: (name) => `${name} hat keinen Zugang mehr`,
};

export const calendarApps = {
  title: "Kalender-Apps",
  more:
    "To-do-Apps, die CalDAV sprechen, etwa Erinnerungen auf Apple-Geräten, Tasks.org, DAVx5 oder Thunderbird, zeigen " +
    "und ändern deine Aufgaben. Jede bekommt ein eigenes Passwort.",
  none: "Noch keine Kalender-App.",
  add: "Kalender-App hinzufügen",
  placeholder: "Erinnerungen auf meinem Telefon",
  make: "Passwort erstellen",
  ready: "Gib das in der App ein",
  address: "Adresse",
  user: "Benutzername",
  userName: "daybook",
  password: "Passwort",
  scan: "Die Kamera des Telefons liest die Adresse:",
  once: "Das Passwort wird nur jetzt gezeigt.",
  http: "Diese Adresse hat kein HTTPS. Die Apps von Apple und manche andere bestehen darauf.",
  guide: "Wie jede App eingerichtet wird",
  allow: "Eine Stunde lang löschen lassen...",
  /** @param {string} name @param {number | null | undefined} days */
  allowQuestion: (name, days) => ({
    title: `${name} so viel löschen lassen, wie es will?`,
    sentence:
      "Eine App, die das meiste löscht, wird aufgehalten, denn genauso sieht eine aus, die ihre Daten verloren hat. " +
      "Gelöschtes lässt sich " +
      (days ? plural(days, { one: "# Tag lang zurückholen.", other: "# Tage lang zurückholen." }) : "zurückholen."),
    yes: "Für eine Stunde erlauben",
  }),
  /** @param {string} name @param {string} time */
  allowed: (name, time) => `${name} darf bis ${time} löschen`,
};

export const feeds = {
  title: "Kalender-Abos",
  more:
    "Ein Kalenderprogramm zeigt deine Tage und Fälligkeiten und ändert nichts. Wer die Adresse hat, kann sie lesen.",
  none: "Noch kein Abo.",
  add: "Abo erstellen",
  what: "Aufgaben von",
  all: "Alle Listen",
  placeholder: "Meine Termine",
  make: "Erstellen",
  /** @param {string} when */
  read: (when) => `Zuletzt gelesen ${inSentence(when)}`,
  unread: "Noch nicht gelesen",
  /** @param {string} name */
  of: (name) => `von ${name}`,
  gone: "einer Liste, die es nicht mehr gibt",
  ready: "Die Adresse des Abos",
  how: "Gib sie dort ein, wo das Kalenderprogramm einen Kalender über seine Adresse hinzufügt. Behalte sie für dich: " +
    "Sie wird nur jetzt gezeigt.",
  address: "Adresse",
  open: "In einem Kalenderprogramm öffnen",
  renew: "Neue Adresse...",
  /** @param {string} name */
  renewQuestion: (name) => ({
    title: `${name} eine neue Adresse geben?`,
    sentence: "Die alte Adresse gilt sofort nicht mehr, in keinem Programm, das sie hat.",
    yes: "Neue Adresse",
  }),
  both: "Die alte Adresse ließ sich nicht entziehen und gilt weiter. Entferne sie aus der Liste.",
  remove: "Entfernen...",
  /** @param {string} name */
  removeQuestion: (name) => ({
    title: `Das Abo ${name} entfernen?`,
    sentence: "Seine Adresse gilt sofort nicht mehr, in keinem Programm, das sie hat.",
    yes: "Entfernen",
  }),
  /** @param {string} name */
  removed: (name) => `Das Abo ${name} wurde entfernt`,
};

export const tokens = {
  title: "Zugangstokens",
  more: "Für Programme und Kurzbefehle, die selbst mit dem Server sprechen.",
  none: "Noch kein Token.",
  add: "Token erstellen",
  placeholder: "Kurzbefehl auf meinem Telefon",
  scope: "Es darf",
  /** @type {Record<string, string>} */
  scopes: {
    capture: "Aufgaben hinzufügen und nichts sehen",
    read: "Aufgaben, Listen und Verlauf sehen und nichts ändern",
    agent: "einen KI-Assistenten Aufgaben sehen und, wo der Server es erlaubt, ändern lassen",
    agent_read: "einen KI-Assistenten Aufgaben sehen und nichts ändern lassen",
    full: "alles tun, was du tun kannst",
    caldav: "CalDAV sprechen",
  },
  /** @type {Record<string, string>} */
  may: {
    capture: "Darf Aufgaben hinzufügen und nichts sehen",
    read: "Darf alles sehen und nichts ändern",
    agent: "Für einen KI-Assistenten",
    agent_read: "Für einen KI-Assistenten, der nur liest",
    full: "Darf alles",
  },
  fullWarning: "Wer ein solches Token hat, hat dein Konto, außer dem, was dein Passwort verlangt.",
  expiry: "Es endet",
  /** @type {[string, string][]} */
  expiries: [["", "nie"], ["30", "in 30 Tagen"], ["90", "in 90 Tagen"], ["365", "in einem Jahr"]],
  make: "Erstellen",
  ready: "Das Token",
  token: "Token",
  how: "Gib es dem Programm, für das es ist. Es wird nur jetzt gezeigt.",
  /** @param {string} day */
  until: (day) => `bis ${inSentence(day)}`,
  over: "abgelaufen",
};

/** @param {string} code @returns {string | null} */
export function appsRefusal(code) {
  /** @type {Record<string, string>} */
  const sentences = {
    too_many_feeds: "Das Konto hat so viele Abos, wie es haben darf. Entferne zuerst eines.",
    too_many_devices:
      "Das Konto hat so viele Geräte und Apps, wie es haben darf. Entzieh zuerst einem davon den Zugang.",
    host_not_allowed: "Der Server kennt sich unter dieser Adresse nicht, also erstellt er hier kein Abo.",
  };
  return sentences[code] ?? null;
}
