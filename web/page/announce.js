/**
 * What screen readers say: a polite line for what was done, an assertive one for what was refused. A sentence that is said
 * twice in a row differs by a space, so that it is said twice.
 */
import { element } from "./element.js";

const polite = element("div", { class: "unseen", role: "status", "aria-live": "polite" });
const assertive = element("div", { class: "unseen", role: "alert", "aria-live": "assertive" });

/** The two lines; they have to stand in the document before anything is said. */
export const lines = [polite, assertive];

/** @param {string} sentence */
export function say(sentence) {
  speak(polite, sentence);
}

/** @param {string} sentence */
export function interrupt(sentence) {
  speak(assertive, sentence);
}

/** @param {HTMLElement} line @param {string} sentence */
function speak(line, sentence) {
  line.textContent = line.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
