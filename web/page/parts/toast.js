/**
 * One message at the bottom, with a way back. A new one takes the place of the one before; nothing is lost by that, since
 * Ctrl+Z walks back further. It stays while the pointer or the focus is on it.
 */
import { element, fill } from "../element.js";
import { preferences } from "../preferences.js";
import { icon } from "./icons.js";
import * as words from "../words/en.js";

const seconds = { short: 3, normal: 5, long: 10 };

/** @typedef {{label: string, run: () => void, keys?: string}} Way */

const room = element("div", { class: "toasts" });
let timer = 0;
let left = 0;
let since = 0;

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
  const shown = element(
    "div",
    { class: "toast", onpointerenter: stop, onpointerleave: go, onfocusin: stop, onfocusout: go },
    element("span", {}, sentence),
    ways.map((way) => way && element("button", { class: "way", onclick: run(way) }, way.label)),
    close,
  );
  fill(room, shown);
  clearTimeout(timer);
  left = seconds[length] * 1000;
  go();
}

/** Takes the message away. */
export function clear() {
  clearTimeout(timer);
  fill(room);
}

function stop() {
  clearTimeout(timer);
  left = Math.max(1000, left - (performance.now() - since));
}

function go() {
  const { messages } = preferences.value;
  if (messages === "stay") return;
  since = performance.now();
  clearTimeout(timer);
  timer = setTimeout(clear, messages === "long" ? left * 4 : left);
}
