/**
 * One message at the bottom, with a way back. A new one takes the place of the one before; nothing is lost by that, since
 * Ctrl+Z walks back further. It stays while the pointer or the focus is on it.
 */
import { element, fill } from "../element.js";
import { handOn } from "../hand-on.js";
import { preferences } from "../preferences.js";
import { icon } from "./icons.js";
import { words } from "../words/words.js";

const seconds = { short: 3, normal: 5, long: 10 };

/** @typedef {{label: string, run: () => void, keys?: string, isUndo?: boolean}} Way */

const room = element("div", { class: "toasts" });
/** @type {{timer?: ReturnType<typeof setTimeout>, left: number, since: number, runs: boolean}} */
const clock = { left: 0, since: 0, runs: false };
/** What is on the message: the pointer, the focus, or both. @type {Set<string>} */
const on = new Set();

/** What had the focus before the message. @type {Element | null} */
let before = null;

/** Where messages stand in the document. */
export const toasts = room;

/** @param {string} sentence @param {keyof typeof seconds} length @param {...(Way | undefined)} ways */
export function toast(sentence, length, ...ways) {
  const close = element(
    "button",
    { class: "quiet", "aria-label": words.close, onclick: clear },
    icon("close"),
  );
  const run = (/** @type {Way} */ way) => () => {
    clear();
    way.run();
  };
  // A landmark only while it is there: what it says was said to readers, its ways are found by them.
  const shown = element(
    "section",
    {
      class: "toast",
      "aria-label": words.message,
      onpointerenter: () => stay("pointer"),
      onpointerleave: () => leave("pointer"),
      onfocusin: (/** @type {FocusEvent} */ { relatedTarget }) => {
        stay("focus");
        const from = relatedTarget instanceof Element ? relatedTarget : null;
        if (!from || !room.contains(from)) before = from;
      },
      onfocusout: () => leave("focus"),
    },
    element("span", {}, sentence),
    ways.map((way) =>
      way && element("button", { class: way.isUndo ? "way undo" : "way", onclick: run(way) }, way.label)
    ),
    close,
  );
  put(shown);
  on.clear();
  pause();
  clock.left = seconds[length] * 1000;
  go();
}

/** Takes a message away that could still be undone: something else was done since, and that is what an undo would take back. */
export function clearUndoable() {
  if (room.querySelector(".undo")) clear();
}

/** Takes the message away. */
export function clear() {
  pause();
  put();
}

/** In the place of the message that is there. @param {...Element} messages */
function put(...messages) {
  handOn(room, () => fill(room, ...messages), () => before);
}

function pause() {
  clearTimeout(clock.timer);
  clock.runs = false;
}

/** What is on it twice has stopped it once. @param {string} what */
function stay(what) {
  on.add(what);
  if (clock.runs) clock.left = Math.max(1000, clock.left - (performance.now() - clock.since));
  pause();
}

/** @param {string} what */
function leave(what) {
  on.delete(what);
  if (on.size === 0) go();
}

function go() {
  const { messages } = preferences.value;
  if (messages === "stay") return;
  pause();
  clock.since = performance.now();
  clock.runs = true;
  clock.timer = setTimeout(clear, messages === "long" ? clock.left * 4 : clock.left);
}
