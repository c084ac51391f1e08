/** Whose account this is: ways in, what is kept, and its end. */
import { bytes, plural } from "../forms.js";
import { on } from "./in-sentence.js";

export const ways = {
  email: "E-Mail",
  password: "Passwort",
  change: "Ändern...",
  changeEmail: "E-Mail ändern",
  newEmail: "Neue E-Mail",
  emailChanged: "Die E-Mail wurde geändert",
  changePassword: "Passwort ändern",
  /** What the password field of a proof is called. */
  now: "Dein jetziges Passwort",
  next: "Neues Passwort, mindestens 10 Zeichen",
  others: "Alle anderen Geräte abmelden",
  othersMore:
    "Sie behalten, was sie gelesen haben, und müssen sich neu anmelden. Auch Passkeys, Kalender-Abos und bisherige Wiederherstellungscodes enden.",
  passwordChanged: "Das Passwort wurde geändert",
  addLogin: "E-Mail und Passwort hinzufügen",
  forgotten: "Vergessen? Melde dich ab und mit einem Wiederherstellungscode wieder an.",
  /** @param {string} provider */
  add: (provider) => `${provider} hinzufügen`,
  /** @param {string} provider */
  added: (provider) => `${provider} wurde hinzugefügt`,
  addedAny: "Die Anmeldung wurde hinzugefügt",
  remove: "Entfernen...",
  /** @param {string} provider */
  more: (provider) => `Was sich mit ${provider} tun lässt`,
  /** @param {string} day */
  since: (day) => `hinzugefügt ${on(day)}`,
  /** @param {string} provider */
  removeQuestion: (provider) => `${provider} als Anmeldung entfernen?`,
  removeMore: "Du kannst dich dann nicht mehr damit anmelden. Geräte, die drin sind, bleiben drin.",
  removed: "Die Anmeldung wurde entfernt",
  confirmTitle: "Bestätige, dass du es bist",
  /** @param {string} provider */
  confirmMore: (provider) =>
    `${provider} fragt dich noch einmal, wer du bist. Komm dann zurück und mach es noch einmal.`,
  /** @param {string} provider */
  confirm: (provider) => `Zu ${provider}`,
  confirmed: "Bestätigt. Zehn Minuten lang kannst du tun, wofür du gekommen bist.",
  linking: "Gib dein Passwort ein, damit die neue Anmeldung dazukommt.",
  goOn: "Weiter",
  toAccount: "Zum Konto",
};

/** Codes beside the password. */
export const second = {
  name: "Authenticator-App",
  isOff: "Das Passwort allein genügt zum Anmelden.",
  isOn: "Wer sich mit dem Passwort anmeldet, wird auch nach einem Code der App gefragt.",
  setUp: "Einrichten...",
  setUpLong: "Authenticator-App einrichten",
  how:
    "Eine App auf deinem Handy zeigt jede halbe Minute einen anderen Code. Wenn du dich mit deinem Passwort anmeldest, " +
    "wirst du dann danach gefragt.",
  goOn: "Weiter",
  cancel: "Abbrechen",
  scan: "Scanne das mit der App, oder gib dort den Schlüssel ein. Er wird nur jetzt gezeigt.",
  picture: "QR-Code mit dem Schlüssel",
  secret: "Schlüssel",
  noCodes:
    "Du hast keine Wiederherstellungscodes mehr. Erzeuge zuerst neue, sonst sperrt dich ein verlorenes Handy aus.",
  code: "Die sechs Ziffern, die die App jetzt zeigt",
  confirm: "Einschalten",
  wrong: "Das zeigt die App jetzt nicht. Geht die Uhr des Handys richtig?",
  done: "Beim Anmelden wird von jetzt an nach einem Code gefragt",
  codeOrRecovery: "Code der App oder ein Wiederherstellungscode",
  remove: "Entfernen",
  removeLong: "Authenticator-App entfernen",
  removeMore: "Zum Anmelden genügt dann wieder das Passwort.",
  removed: "Zum Anmelden genügt wieder das Passwort",
  oneWrong: "Passwort oder Code ist falsch, oder der Code wurde schon benutzt.",
  codes: "Neue Wiederherstellungscodes",
  codesMore: "Dein Konto fragt auch nach einem Code.",
};

/** Schlüssel, die ein Handy, ein Computer oder ein Sicherheitsschlüssel hat. */
export const passkeys = {
  one: "Passkey",
  add: "Passkey hinzufügen",
  addLong: "Passkey hinzufügen",
  how:
    "Dein Handy, dein Computer oder ein Sicherheitsschlüssel behält einen eigenen Schlüssel und meldet dich mit Finger, " +
    "Gesicht oder seiner PIN an: ohne E-Mail, Passwort und Code.",
  name: "Wie er heißt",
  goOn: "Weiter",
  added: "Der Passkey ist hinzugefügt",
  rename: "Umbenennen...",
  /** @param {string} day */
  used: (day) => `zuletzt benutzt ${day}`,
  unused: "noch nicht benutzt",
  /** @param {string} name */
  removeQuestion: (name) => `Den Passkey „${name}“ entfernen?`,
  removeMore: "Er meldet nicht mehr an. Geräte, die angemeldet sind, bleiben es.",
  removeProof: "Zeige einen deiner Passkeys noch einmal, damit der Server weiß, dass du es bist.",
  removeYes: "Entfernen",
  removed: "Der Passkey ist entfernt",
  /** @param {string} code */
  refusal: (code) =>
    code === "passkey_there"
      ? "Dort hat dieses Konto schon einen Passkey."
      : code === "passkey_none"
      ? "Es wurde kein Passkey erzeugt. Versuche es noch einmal, wenn du einen willst."
      : "Der Passkey wurde nicht angenommen. Bitte versuche es noch einmal.",
};

/** @param {number} days */
const forDays = (days) => plural(days, { one: "# Tag", other: "# Tage" });

export const privacy = {
  title: "Deine Daten",
  demo: "Das ist ein Demo-Konto mit Beispielaufgaben. Auch andere können seine E-Mail und sein Passwort haben.",
  /** @param {string} host */
  where: (host) =>
    `Deine Aufgaben liegen in diesem Browser, auf deinen anderen Geräten und auf ${host}. Anderswohin ` +
    "gehen sie nur für Erinnerungen, Abos und Apps, die du einrichtest.",
  /** @param {{history: number | null, deleted: number | null} | null} kept */
  history: (kept) =>
    `Der Server bewahrt ${kept?.history ? `${forDays(kept.history)} lang ` : ""}auf, was wann von welchem Gerät ` +
    "geändert wurde, damit sich alles zurücknehmen lässt. Was du löschst, lässt sich " +
    `${kept?.deleted ? `${forDays(kept.deleted)} lang ` : ""}wiederherstellen und bleibt in diesem ` +
    "Verlauf, sofern du es nicht endgültig löschst.",
  who:
    "Es gibt keine Ende-zu-Ende-Verschlüsselung: Wer den Server betreibt, kann lesen, was darauf ist. Sein Protokoll " +
    "enthält keine Titel, Notizen, Namen oder E-Mails.",
  none:
    "Nach einer E-Mail wird nie gefragt. Ein Passwort wird als Hash aufbewahrt, aus dem es niemand lesen kann. Über " +
    "dich wird nichts gezählt.",
  /** @param {{tasks: number, lists: number, devices: number, bytes: number}} counts @param {number | null} room */
  held: ({ tasks, lists, devices, bytes: size }, room) =>
    `Auf dem Server: ${plural(tasks, { one: "# Aufgabe", other: "# Aufgaben" })}, ` +
    `${plural(lists, { one: "# Liste", other: "# Listen" })}, ` +
    `${plural(devices, { one: "# Gerät oder App", other: "# Geräte und Apps" })}, ${bytes(size)}` +
    (room === null ? "." : ` von ${bytes(room)}.`),
  /** @param {string} host */
  notice: (host) => `Datenschutzerklärung von ${host}`,
};

export const end = {
  title: "Konto löschen",
  more: "Alles darin, auf dem Server und auf jedem Gerät.",
  open: "Konto löschen...",
  what: "Alle Aufgaben, Listen, Einstellungen und ihr Verlauf werden vom Server gelöscht, und deine Geräte und Apps " +
    "verlieren den Zugang. Niemand kann das zurückholen.",
  backups: "Kopien in den Sicherungen des Servers bleiben, bis diese Sicherungen gelöscht werden.",
  export: "Zuerst alles exportieren",
  word: "löschen",
  /** @param {string} word */
  type: (word) => `Gib zur Bestätigung ${word} ein`,
  wrongWord: "Gib das Wort so ein, wie es dasteht.",
  yes: "Konto löschen",
  deleting: "Wird gelöscht ...",
  done: "Das Konto wurde gelöscht. Hier und auf dem Server ist nichts mehr davon da.",
};

/** @param {string} code @returns {string | null} */
export function ownerRefusal(code) {
  /** @type {Record<string, string>} */
  const sentences = {
    proof_failed: "Das ist nicht dein Passwort.",
    proof_required: "Der Server möchte zuerst wissen, dass du es bist.",
    identity_taken: "Diese Anmeldung gehört zu einem anderen Konto.",
    sign_in_over: "Das hat zu lange gedauert. Bitte beginne noch einmal.",
    attempt_over: "Das hat zu lange gedauert. Bitte beginne noch einmal.",
    sign_in_code_wrong: "Der Anmeldedienst brachte einen anderen Code. Bitte beginne noch einmal.",
    authorization_refused: "Der Anmeldedienst hat abgelehnt.",
    return_address_not_allowed: "Wer diesen Server betreibt, muss diese Adresse erst erlauben.",
    identity_provider_unavailable: "Der Anmeldedienst antwortet gerade nicht. Versuch es in einer Weile noch einmal.",
    identity_provider_unusable:
      "Die Antwort des Anmeldedienstes war nicht verständlich. Sag es dem, der diesen Server betreibt.",
    merge_under_way: "Gerade geht ein anderes Konto in diesem auf. Versuch es, wenn das fertig ist.",
  };
  return sentences[code] ?? null;
}
