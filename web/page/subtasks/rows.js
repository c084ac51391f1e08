/**
 * The rows of subtasks, as they are drawn.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { Branch } from "./tree.js"
 */
import { outline } from "../desk.js";
import { element } from "../element.js";
import { levelOf } from "../levels.js";
import { icon } from "../parts/icons.js";
import { isFolded } from "../subtasks/folded.js";
import { dayName } from "../words/forms.js";
import { words } from "../words/words.js";

/** @typedef {(row: Row, event: Event) => void} Deed */
/** @typedef {{turn: Deed, open: Deed, fold: Deed, grip: Deed, press: Deed, kept: Deed, left: Deed}} Hands */
/** @typedef {{current: string | null, edited: string | null}} Standing */

/** @param {Branch} branch @param {Standing} standing @param {Hands} hands */
export function subtaskRow({ row, depth }, { current, edited }, hands) {
  const { id, title, state } = row;
  const mark = state === "completed" ? words.reopen(title) : words.complete(title);
  const facts = factsOf(row);
  const isShut = row.subtasks !== null && isFolded(id);
  const name = [title, words.states[state], ...facts.map(({ said }) => said), isShut && words.subtasks.shut];
  return element(
    "li",
    {
      class: "subtask",
      key: id,
      data: { id, state, depth: String(depth) },
      tabindex: id === current ? 0 : -1,
      "aria-label": name.filter(Boolean).join(", "),
      onkeydown: (/** @type {Event} */ event) => hands.press(row, event),
    },
    element(
      "button",
      {
        class: "circle",
        tabindex: -1,
        "aria-label": `${mark}, ${words.states[state]}`,
        onclick: (/** @type {Event} */ event) => hands.turn(row, event),
      },
      element("span", { class: "ring" }, icon("check")),
    ),
    id === edited
      ? element("input", {
        class: "field in-place",
        dir: "auto",
        type: "text",
        value: title,
        "aria-label": words.detail.title,
        onkeydown: (/** @type {Event} */ event) => hands.kept(row, event),
        onblur: (/** @type {Event} */ event) => hands.left(row, event),
      })
      : element(
        "button",
        { class: "subtask-title", tabindex: -1, onclick: (/** @type {Event} */ event) => hands.open(row, event) },
        element("span", { class: "title", dir: "auto" }, title),
        facts.length > 0 && element("span", { class: "about" }, facts.map(({ shown, kind }) => fact(shown, kind))),
      ),
    row.subtasks && element(
      "button",
      {
        class: "quiet fold",
        tabindex: -1,
        "aria-expanded": String(!isShut),
        "aria-label": words.subtasks.of(title),
        onclick: (/** @type {Event} */ event) => hands.fold(row, event),
      },
      icon("forward", "small"),
    ),
    element(
      "span",
      { class: "grip", "aria-hidden": "true", onpointerdown: (/** @type {Event} */ event) => hands.grip(row, event) },
      icon("grip"),
    ),
  );
}

/** @param {string} shown @param {string} kind */
function fact(shown, kind) {
  return element("span", { class: `fact ${kind}` }, shown);
}

/** @param {Row} row */
function factsOf({ priority, scheduledDate, subtasks, recurrence }) {
  const level = levelOf(priority);
  const day = scheduledDate && dayName(scheduledDate, outline.value?.today ?? "");
  return [
    level && { shown: words.marks[level], said: words.priorityOf[level], kind: `priority ${level}` },
    day && { shown: day, said: day, kind: "" },
    subtasks && {
      shown: words.subtasks.progress(subtasks.done, subtasks.total),
      said: words.subtasks.said(subtasks.done, subtasks.total),
      kind: "",
    },
    recurrence !== null && { shown: "↻", said: words.repeat.name, kind: "" },
  ].filter((one) => one !== null && one !== false && one !== "");
}
