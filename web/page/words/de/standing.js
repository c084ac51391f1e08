/** How the device stands with its server, what was refused, and what is asked. */
import { bytes, number, plural } from "../forms.js";
import { tasks } from "./tasks.js";

// How the device stands.

const waits = (/** @type {number} */ count) =>
  count === 0 ? "" : plural(count, { one: " # Änderung wartet.", other: " # Änderungen warten." });

/** @param {string} code @param {number} waiting */
export function trouble(code, waiting) {
  /** @type {Record<string, string>} */
  const sentences = {
    offline: "Offline.",
    unwell: "Der Server hat Schwierigkeiten.",
    busy: "Der Server ist beschäftigt.",
    unreadable: "Die Antwort des Servers ist nicht lesbar.",
    signed_out: "Dieses Gerät wurde abgemeldet.",
    account_merged: "Dieses Konto ist in einem anderen aufgegangen. Melde dich an, um weiterzumachen.",
    account_deleted: "Dieses Konto wurde gelöscht.",
    account_disabled: "Dieses Konto wurde gesperrt.",
    read_only: "Dieses Gerät darf nur lesen.",
    disk: "Dieses Gerät hat keinen Platz für Neues.",
  };
  return (sentences[code] ?? "Änderungen lassen sich gerade nicht senden.") + waits(waiting);
}

/** @param {import("../../parts/account-room.js").Room | null} room @param {number} waiting */
export const full = (room, waiting) =>
  (room === null
    ? "Das Konto ist voll."
    : room.of === "bytes"
    ? `Das Konto ist voll: ${bytes(room.used)} von ${bytes(room.limit)}.`
    : `Das Konto ist voll: ${number(room.used)} von ${tasks(room.limit)}.`) + waits(waiting);

export const readingAgain = "Alles wird neu gelesen";
/** @param {number} count */
export const gaveWayLine = (count) =>
  plural(count, { one: "Eine Änderung wurde überholt", other: "# Änderungen wurden überholt" });
/** @param {number} count */
export const notAcceptedLine = (count) =>
  plural(count, { one: "Eine Änderung wurde nicht angenommen", other: "# Änderungen wurden nicht angenommen" });
/** @param {number} count  what assistants would like to have done */
export const proposalsLine = (count) =>
  plural(count, { one: "Ein Vorschlag wartet auf dich", other: "# Vorschläge warten auf dich" });

export const pull = { asking: "Der Server wird gefragt ...", done: "Auf dem neuesten Stand" };

/** @param {string} code @param {string} [act]  of the gesture that was refused */
export function refusal(code, act) {
  if (act === "delete" && code.startsWith("disk")) {
    return "Die Aufgabe konnte nicht gelöscht werden. Bitte versuch es noch einmal.";
  }
  /** @type {Record<string, string>} */
  const sentences = {
    disk_full: "Die Aufgabe konnte nicht gesichert werden. Bitte prüfe den Speicherplatz des Geräts.",
    disk: "Die Aufgabe konnte nicht gesichert werden. Bitte versuch es noch einmal.",
    offline: "Das braucht den Server, und der antwortet gerade nicht.",
    second_tab: "Daybook ist in einem anderen Tab offen. Mach dort weiter oder schließ ihn.",
    older_app: "Dieser Tab ist älter als die App. Lade ihn neu.",
    not_ready: "In diesem Browser ist WebAssembly abgeschaltet. Daybook braucht es.",
    saved_filter: "Ein Filter zeigt Aufgaben. Hineinlegen lassen sie sich nicht.",
    parts_tangled: "Eine Aufgabe kann kein Teil von sich selbst sein.",
    complementary_locked: "Das öffnet sich, wenn das Muss erledigt ist.",
    unknown_row: "Diese Aufgabe gibt es nicht mehr.",
    invalid_fields: "Das lässt sich so nicht sichern.",
    rate_limited: "Zu viele Versuche. Bitte warte ein wenig.",
    too_many_attempts: "Zu viele Versuche. Bitte warte ein wenig.",
    login_failed: "E-Mail oder Passwort ist falsch.",
    second_factor_failed: "Der Code ist falsch, zu alt oder schon benutzt.",
    passkey_refused: "Der Server nimmt diesen Passkey nicht an.",
    password_weak: "Dieses Passwort ist zu leicht zu erraten.",
    email_taken: "Ein anderes Konto hat diese E-Mail.",
    already_claimed: "Dieses Konto hat schon eine Anmeldung.",
    merge_source_claimed: "Was hier ist, gehört zu einem Konto mit eigener Anmeldung. Melde dich dort zuerst ab.",
    last_way_in: "Das ist der einzige Weg ins Konto. Füge zuerst eine Anmeldung hinzu.",
    pairing_over: "Dieser Code gilt nicht mehr.",
    pairing_claimed: "Ein anderes Gerät hat diesen Code benutzt.",
    pairing_unclaimed: "Noch kein Gerät hat den Code benutzt.",
    pairing_number_wrong: "Das ist eine andere Zahl.",
    invite_required: "Dieser Server verlangt eine Einladung.",
    invite_refused: "Diese Einladung ist unbekannt, verbraucht oder abgelaufen.",
    registration_closed: "Dieser Server nimmt keine neuen Konten an.",
    sign_in_busy: "Der Server ist beschäftigt. Bitte versuch es noch einmal.",
    attempt_over: "Diese Anmeldung hat zu lange gedauert. Bitte versuch es noch einmal.",
    alone: "Dieses Gerät hat noch kein Konto.",
    quota_exceeded: "Das Konto ist voll.",
    history_too_short: "Der Verlauf reicht nicht so weit zurück.",
    conflict_resolved: "Das wurde schon entschieden, auf einem anderen Gerät.",
    region_full: "Dieser Tagesteil ist voll.",
    not_found: "Das gibt es nicht mehr.",
    gone: "Das wurde inzwischen gelöscht.",
    erased: "Es wurde endgültig gelöscht.",
    too_many_channels: "Das Konto hat so viele Kanäle, wie es haben darf. Entferne zuerst einen.",
    too_many_confirmations: "Es wurden zu viele Mails angefordert. Bitte versuch es morgen noch einmal.",
    confirmation_not_sent: "Die Mail mit der Bitte um Bestätigung konnte nicht gesendet werden.",
    channel_unconfirmed: "Folge zuerst dem Link in der Mail, die dorthin ging.",
    channel_ended: "Dort kommt nichts mehr an. Entferne es und füge es neu hinzu.",
    channel_address: "Das ist keine Adresse für einen solchen Kanal.",
    changes_not_wanted: "Über diesen Kanal werden keine Änderungen gemeldet.",
    host_not_allowed: "Der Server kennt seine eigene Adresse nicht, Links in Mails würden ins Leere führen.",
  };
  return sentences[code] ?? "Das hat nicht geklappt.";
}

/** @param {number} deletions @param {number} of */
export const massDelete = (deletions, of) => ({
  title: `Das löscht ${deletions} von ${of} Aufgaben auf allen Geräten.`,
  sentence: "Nichts wird gesendet, bevor du gewählt hast.",
  yes: `${tasks(deletions)} löschen`,
  no: "Zurückholen",
});

export const keepAccount = "Sichere deine Aufgaben mit einer Anmeldung";
export const later = "Später";
export const selectionBar = "Ausgewählte Aufgaben";
export const clearSelection = "Auswahl aufheben";
export const inviteNeeded = "Dieser Server verlangt eine Einladung.";
export const registrationClosed = "Dieser Server nimmt keine neuen Konten an.";
export const invite = "Einladung";
export const enterInvite = "Eingeben";
