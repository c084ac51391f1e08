/** Accounts, devices, and the ways to them. */
import { inSentence, plural } from "../forms.js";

export const signIn = {
  title: "Anmelden",
  line: "Deine Aufgaben kommen auf dieses Gerät.",
  comesAlong: "Was auf diesem Gerät ist, kommt mit.",
  email: "E-Mail",
  password: "Passwort",
  newPassword: "Neues Passwort, mindestens 10 Zeichen",
  recover: "Passwort vergessen? Wiederherstellungscode verwenden",
  newHere:
    "Neu hier? Es geht ohne Anmeldung: Schreib eine Aufgabe auf, und füge später unter Einstellungen, Konto eine hinzu.",
  addsOne: "Was hier ist, hat noch keine eigene Anmeldung.",
  addOne: "Stattdessen eine hinzufügen",
  notMine: "Das ist nicht mein Computer",
  notMineMore: "Hier wird nichts aufbewahrt. Wenn du diesen Tab schließt oder neu lädst, ist es vorbei.",
  recoveryCode: "Wiederherstellungscode",
  recoveryCodeMore: "Einer von denen, die gezeigt wurden, als die Anmeldung hinzukam. Jeder gilt einmal.",
  /** @param {string} provider */
  by: (provider) => `Weiter mit ${provider}`,
  passkey: "Mit einem Passkey anmelden",
  /** @param {number} count */
  lookAtPasskeys: (count) =>
    plural(count, {
      one: "Angemeldet. Auch # Passkey führt ins Konto",
      other: "Angemeldet. Auch # Passkeys führen ins Konto",
    }) + ": Sieh unter Einstellungen, Konto, ob du alle kennst.",
  second: "Code deiner Authenticator-App",
  secondMore: "Oder einer deiner Wiederherstellungscodes; er gilt einmal.",
  trust: "Hier 30 Tage lang nicht mehr fragen",
  trustMore: "Auch nach dem Abmelden. Nur auf einem Gerät, das dir gehört.",
  done: "Angemeldet",
  arriving: "Anmeldung läuft ...",
};

export const pairing = {
  join: "Mit einem anderen Gerät koppeln",
  how:
    "Öffne auf dem anderen Gerät Einstellungen, Geräte, Gerät hinzufügen. Scanne das Bild, das es zeigt, oder gib den Code ein.",
  code: "Code",
  next: "Weiter",
  sayNumber: "Gib diese Zahl auf dem anderen Gerät ein:",
  /** @param {string} number */
  numberIs: (number) => `Die Zahl ist ${number.split("").join(" ")}. Gib sie auf dem anderen Gerät ein.`,
  waits: "Wartet auf das andere Gerät ...",
  joined: "Dieses Gerät ist dabei",
  add: "Gerät hinzufügen",
  asking: "Der Server wird gefragt ...",
  /** @param {string} place */
  scan: (place) => `Scanne das mit der Kamera des neuen Geräts, oder öffne dort ${place} und gib den Code ein.`,
  picture: "QR-Code mit der Adresse zum Koppeln",
  waitsForIt: "Wartet auf das neue Gerät ...",
  aDevice: "Ein Gerät",
  /** @param {string} name */
  claimedBy: (name) => `${name} möchte dazukommen. Gib die Zahl ein, die es zeigt.`,
  number: "Zahl",
  confirm: "Hereinlassen",
  contested: "Ein anderes Gerät hat diesen Code benutzt. Brich ab, wenn du das nicht warst.",
};

export const devices = {
  title: "Geräte mit Zugang",
  asking: "Der Server wird gefragt ...",
  add: "Gerät hinzufügen",
  added: "Ein Gerät ist dazugekommen",
  thisOne: "Dieses Gerät",
  /** @param {string} when */
  seen: (when) => `Zuletzt gesehen ${inSentence(when)}`,
  /** @param {string} day */
  since: (day) => `hier seit ${inSentence(day)}`,
  /** @param {string} when @param {string} more */
  synced: (when, more) => `Abgeglichen ${inSentence(when)}. ${more}`,
  upToDate: "Es hat alles.",
  /** @param {number} count */
  behind: (count) => plural(count, { one: "# Änderung fehlt ihm noch.", other: "# Änderungen fehlen ihm noch." }),
  neverSynced: "Noch nie abgeglichen",
  /** @param {number} count */
  changed: (count) =>
    plural(count, {
      one: "Ein KI-Assistent: # Änderung in den letzten 24 Stunden",
      other: "Ein KI-Assistent: # Änderungen in den letzten 24 Stunden",
    }),
  /** @param {string} name */
  more: (name) => `Was sich mit ${name} tun lässt`,
  rename: "Umbenennen...",
  name: "Name",
  changes: "Was es geändert hat",
  takeBack: "Alles zurücknehmen seit ...",
  revoke: "Zugang entziehen...",
  /** @param {string} name */
  revokeQuestion: (name) => ({
    title: `${name} den Zugang entziehen?`,
    sentence:
      "Es behält, was es gelesen hat, und kann nichts mehr lesen oder senden. Was es getan hat, bleibt; im Verlauf " +
      "lässt es sich zurücknehmen.",
    yes: "Entziehen",
  }),
  /** @param {string} name */
  revoked: (name) => `${name} hat keinen Zugang mehr`,
  /** @param {number} count */
  feedsStay: (count) =>
    plural(count, {
      one: "# Kalender-Abo gilt weiter, wer auch seine Adresse hat. Es steht unter „Apps und Zugänge“.",
      other: "# Kalender-Abos gelten weiter, wer auch ihre Adressen hat. Sie stehen unter „Apps und Zugänge“.",
    }),
  revokeOthers: "Alle anderen abmelden...",
  revokeOthersQuestion: {
    title: "Alles außer diesem Gerät abmelden?",
    sentence:
      "Alle anderen Geräte und die Apps mit Zugang behalten, was sie gelesen haben, und bekommen nichts mehr. Kalender-Abos enden.",
    yes: "Abmelden",
  },
  /** @param {number} count @param {number} feeds  that ended */
  revokedOthers: (count, feeds) =>
    plural(count, { one: "# Gerät oder App wurde abgemeldet", other: "# Geräte und Apps wurden abgemeldet" }) +
    (feeds > 0 ? plural(feeds, { one: ", # Kalender-Abo beendet", other: ", # Kalender-Abos beendet" }) : ""),
};

export const account = {
  none: "Ein Konto beginnt mit der ersten Aufgabe. Es braucht weder Namen noch E-Mail.",
  noneHere: "Alles bleibt auf diesem Gerät, wie es die Einstellungen sagen: es gibt kein Konto.",
  join: "Mit einem anderen Konto weitermachen",
  signIn: "Anmeldung mit",
  /** @param {string[]} providers */
  signsInWith: (providers) => `Anmeldung mit ${providers.join(", ")}`,
  add: "Anmeldung hinzufügen",
  addMore: "Mit E-Mail und Passwort kommst du von jedem Gerät zurück. Es wird nie eine Mail gesendet.",
  claim: "Hinzufügen",
  codes: "Wiederherstellungscodes",
  codesMore: "Die bisherigen Codes gelten dann nicht mehr.",
  newCodes: "Neue Codes",
  codesOnce: "Jeder von ihnen ersetzt einmal ein vergessenes Passwort. Sie werden nur jetzt gezeigt.",
  copy: "Kopieren",
  copied: "Kopiert",
  download: "Herunterladen",
  written: "Ich habe sie aufbewahrt",
  signOut: "Abmelden",
  signOutQuestion: "Dieses Gerät abmelden?",
  signOutMore: "Alles wird aus diesem Browser entfernt und bleibt in deinem Konto.",
  signOutLost: "Dieses Konto hat keine Anmeldung. Ohne ein anderes Gerät darin kommt niemand mehr hinein.",
  signOutUnknown:
    "Alles wird aus diesem Browser entfernt. Hat das Konto keine Anmeldung und kein anderes Gerät, ist es verloren.",
  /** @param {number} count */
  changesWait: (count) => ({
    title: plural(count, { one: "# Änderung wurde nicht gesendet.", other: "# Änderungen wurden nicht gesendet." }),
    sentence: count === 1 ? "Sie ginge verloren." : "Sie gingen verloren.",
    yes: "Abmelden und sie verlieren",
  }),
};

/** @param {string} browser @param {string} system */
export const deviceOn = (browser, system) =>
  ["iPhone", "iPad", "Mac"].includes(system) ? `${browser} auf dem ${system}` : `${browser} unter ${system}`;
