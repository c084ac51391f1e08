/**
 * A line of what will come back on a day.
 *
 * @import { Row } from "../../types/messages.js"
 */
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { openTask } from "../parts/pane.js";
import { later } from "../words/later.js";

/** @param {Row} row @param {string} date */
export function comingLine({ id, title }, date) {
  const open = () => openTask(id);
  const name = later.calendar.comesBack(title, date);
  return element(
    "li",
    { key: id },
    element(
      "button",
      { class: "quiet-line", "aria-label": name, onclick: open },
      icon("repeat"),
      element("span", { dir: "auto" }, title),
    ),
  );
}
