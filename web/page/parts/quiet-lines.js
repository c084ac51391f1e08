/**
 * What stands quietly above a list: how much was completed, and what waits elsewhere. Nothing of it is red, and nothing
 * moves by itself.
 *
 * @import { View } from "../../types/messages.js"
 */
import { outline } from "../desk.js";
import { element } from "../element.js";
import { goTo } from "../router.js";
import { icon } from "./icons.js";
import * as words from "../words/en.js";

/** @param {View} view */
export function quietLines(view) {
  const counts = outline.value?.counts;
  if (!counts || view.kind !== "today") return [];
  return [
    counts.completedToday > 0 &&
    element("p", { class: "quiet-line done" }, words.completedToday(counts.completedToday)),
    counts.past > 0 && line("past", words.fromEarlierDays(counts.past)),
    counts.overdue > 0 && line("overdue", words.overdueLine(counts.overdue)),
  ];
}

/** @param {"past" | "overdue"} kind @param {string} sentence */
function line(kind, sentence) {
  return element(
    "button",
    { class: "quiet-line", type: "button", onclick: () => goTo(kind) },
    icon(kind),
    sentence,
    icon("forward", "small"),
  );
}
