/**
 * The tasks of then, to be looked at and nothing else.
 *
 * @import { About } from "./values.js"
 * @import { Then } from "./then.js"
 */
import { element } from "../../element.js";
import { icon } from "../../parts/icons.js";
import { dayName } from "../../words/forms.js";
import { words as common } from "../../words/words.js";
import { later } from "../../words/later.js";
import { say } from "./values.js";

const w = later.history.lookBack;
/** So many are looked through by eye. */
const most = 200;

/** @param {Then[]} tasks @param {number} more  that are not among them @param {boolean} ofAll  of every list @param {About} about */
export function pictureThen(tasks, more, ofAll, about) {
  const shown = tasks.slice(0, most);
  const left = more + tasks.length - shown.length;
  /** @type {Map<string | null, Then[]>} */
  const groups = new Map();
  for (const task of shown) {
    const list = ofAll ? task.listId : null;
    groups.set(list, [...groups.get(list) ?? [], task]);
  }
  return element(
    "section",
    { key: "then", class: "group then", "aria-label": w.then },
    element("h2", {}, w.then),
    tasks.length === 0 && element("p", { class: "note" }, w.nothingThen),
    [...groups].flatMap(([list, some]) => [
      ofAll && element("h3", { key: `name ${list}` }, nameOf(list, about)),
      some.length > 0 &&
      element("ul", { key: `tasks ${list}`, class: "group-body" }, some.map((task) => line(task, about))),
    ]),
    left > 0 && element("p", { class: "note" }, w.others(left)),
  );
}

/** @param {string | null} list @param {About} about */
function nameOf(list, about) {
  return list === null ? common.moveTo.noList : about.listName(list) ?? w.goneList;
}

/** @param {Then} task @param {About} about */
function line({ id, title, state, scheduledDate, dueAt }, about) {
  const due = say("dueAt", dueAt, about);
  const facts = [scheduledDate && dayName(scheduledDate, about.today), due && common.due(due)].filter(Boolean);
  return element(
    "li",
    { key: id, class: "task-then", data: { state } },
    element("span", { class: "circle", "aria-hidden": "true" }, element("span", { class: "ring" }, icon("check"))),
    element(
      "div",
      {},
      element(
        "p",
        { class: "title", dir: "auto" },
        title,
        element("span", { class: "unseen" }, `, ${common.stateNames[state]}`),
      ),
      facts.length > 0 && element("small", {}, facts.join(" · ")),
    ),
  );
}
