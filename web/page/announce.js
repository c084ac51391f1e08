/**
 * What screen readers say: a polite line for what was done, an assertive one for what was refused. A sentence that is said
 * twice in a row differs by a space, so that it is said twice.
 */
import { element } from "./element.js";

const polite = element("div", { class: "unseen", role: "status", "aria-live": "polite" });
const assertive = element("div", { class: "unseen", role: "alert", "aria-live": "assertive" });

/** The two lines; they have to stand in the document before anything is said. */
export const lines = [polite, assertive];

let turns = 0;
let lastHeard = 0;

/** @param {string} sentence */
export function say(sentence) {
  takeTurn()(sentence);
}

/** Of a gesture that is told when it is done: what was said of a later one meanwhile stays. */
export function takeTurn() {
  const turn = ++turns;
  return (/** @type {string} */ sentence) => {
    if (turn < lastHeard) return;
    lastHeard = turn;
    speak(polite, sentence);
  };
}

/** @param {string} sentence */
export function interrupt(sentence) {
  speak(assertive, sentence);
}

/** @param {HTMLElement} line @param {string} sentence */
function speak(line, sentence) {
  line.textContent = line.textContent === sentence ? `${sentence}\u00a0` : sentence;
}
