/**
 * What somebody wrote and was refused, as where the disk is full, by the field it belongs to. It outlives the field: it is
 * offered again when that goes away, stands in it when it is there again, and a tab that has any asks before it is closed.
 */
import { say } from "./announce.js";
import { toast } from "./parts/toast.js";
import { words } from "./words/words.js";

/** @type {Map<string, string>} */
const texts = new Map();

/** The field of a task. @param {"title" | "notes" | "part"} field @param {string} task */
export function fieldOf(field, task) {
  return `${field} ${task}`;
}

/** @param {string} where @returns {string | null} */
export function refusedAt(where) {
  return texts.get(where) ?? null;
}

export function isAnyRefused() {
  return texts.size > 0;
}

/** @param {string} where @param {string} text */
export function holdRefused(where, text) {
  texts.set(where, text);
}

/** It was kept, or is not wanted any more. @param {string} where */
export function dropRefused(where) {
  texts.delete(where);
}

/**
 * Where there is no field any more.
 * @param {string} where @param {string} text @param {(text: string) => Promise<unknown>} keep  answers nothing where it was
 *   refused
 */
export function offerAgain(where, text, keep) {
  holdRefused(where, text);
  const again = async () => {
    if (refusedAt(where) !== text) return;
    if (!await keep(text)) return offerAgain(where, text, keep);
    if (refusedAt(where) === text) dropRefused(where);
    say(words.saved);
  };
  toast(words.notKept(text), "long", { label: words.tryAgain, run: again });
}
