/**
 * What was brought one after another and is not saved yet: each is a task of its own with its own notes, and comes into
 * the field when it is pressed.
 *
 * @import { Draft } from "../../../types/messages.js"
 */
import { element } from "../../element.js";
import { icon } from "../../parts/icons.js";
import { later } from "../../words/later.js";

const { newTask: w } = later.elsewhere;

/** @param {[string, Draft][]} waiting @param {(at: string) => void} show */
export function waitingLines(waiting, show) {
  if (waiting.length === 0) return [];
  return [
    element("h2", { key: "name", class: "waiting-name" }, w.waiting(waiting.length)),
    element("ul", { key: "lines", class: "waiting-drafts" }, waiting.map(([at, draft]) => line(at, draft, show))),
  ];
}

/** @param {string} at @param {Draft} draft @param {(at: string) => void} show */
function line(at, { title, notes }, show) {
  const name = title.trim() || notes.trim();
  return element(
    "li",
    { key: at },
    element(
      "button",
      { class: "quiet-line", "aria-label": w.continueWith(name), onclick: () => show(at) },
      icon("note"),
      element("span", { dir: "auto" }, name),
    ),
  );
}
