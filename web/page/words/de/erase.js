/** What ../en/erase.js has, in German. */
import { plural } from "../forms.js";

export const title = "Endgültig löschen";
/** @param {string} name */
export const what = (name) =>
  `„${name}“ verschwindet vom Server, aus dem Verlauf und von allen Geräten. Niemand kann das zurückholen.`;
export const stays =
  "Der Verlauf behält, dass da etwas war, ohne Worte. Frühere Sicherungen und Exporte enthalten die Aufgabe weiterhin.";
export const word = "löschen";
/** @param {string} word */
export const type = (word) => `Zur Bestätigung „${word}“ eingeben`;
export const wrongWord = "Bitte das Wort so eingeben, wie es dort steht.";
export const yes = "Endgültig löschen";
export const cancel = "Abbrechen";
export const offline = "Das muss der Server tun, und der ist gerade nicht erreichbar. Es wurde nichts geändert.";
export const alone = "Es gibt noch kein Konto, also liegt davon nichts auf einem Server.";
/** What the history calls it. */
export const erased = "Eine endgültig gelöschte Aufgabe";
/** @param {number} lines */
export const done = (lines) =>
  `Endgültig gelöscht: ${
    plural(lines, { one: "# Zeile des Verlaufs hat", other: "# Zeilen des Verlaufs haben" })
  } keine Worte mehr`;
/** @param {number} others */
export const series = (others) =>
  `${
    plural(others, { one: "# weitere Aufgabe der Serie behält", other: "# weitere Aufgaben der Serie behalten" })
  } dieselben Worte`;
