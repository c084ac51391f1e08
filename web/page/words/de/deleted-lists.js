/** Gelöschte Listen. */
import { inSentence } from "../forms.js";

export const title = "Listen";
export const note = "Die Aufgaben, die mit einer Liste gelöscht wurden, kommen mit ihr zurück.";
export const unknown = "Gelöschte Listen stehen hier, sobald der Server antwortet.";
/** @param {string} when */
export const when = (when) => `Gelöscht ${inSentence(when)}`;
/** @param {string} name */
export const restoreOf = (name) => `${name} wiederherstellen`;
/** @param {string} name */
export const restored = (name) => `${name} wiederhergestellt`;
