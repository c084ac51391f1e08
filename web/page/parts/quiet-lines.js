/**
 * What stands quietly above a list: how much was completed, and what waits elsewhere. Nothing of it is red, and nothing
 * moves by itself.
 *
 * @import { View } from "../../types/messages.js"
 */
import { outline, standing } from "../desk.js";
import { element } from "../element.js";
import { prefer, preferences } from "../preferences.js";
import { go, goTo } from "../router.js";
import { icon } from "./icons.js";
import * as words from "../words/en.js";

/** From so many tasks on there is something to lose. */
const worthKeeping = 3;

/** @param {View} view */
export function quietLines(view) {
  const counts = outline.value?.counts;
  if (!counts) return [];
  if (view.kind !== "today") return [keepAccount()];
  const done = counts.completedToday;
  return [
    keepAccount(),
    done > 0 && element("p", { class: "quiet-line done" }, words.completedToday(done)),
    counts.past > 0 && line("past", words.fromEarlierDays(counts.past)),
    counts.overdue > 0 && line("overdue", words.overdueLine(counts.overdue)),
  ];
}

/** Said once: without a sign-in the account is in this browser only. */
function keepAccount() {
  const counts = outline.value?.counts;
  const account = standing.value?.account;
  const tasks = counts ? counts.inbox + counts.today + counts.upcoming + counts.completedToday : 0;
  if (!account || account.login || tasks < worthKeeping || preferences.value.keepTold) return null;
  const node = element(
    "div",
    { class: "notice" },
    element("span", {}, words.keepAccount),
    way(words.account.add, () => go({ screen: "account" })),
    way(words.later, () => node.remove()),
  );
  return node;
}

/** @param {string} label @param {() => void} run */
function way(label, run) {
  const onclick = () => {
    prefer({ keepTold: true });
    run();
  };
  return element("button", { class: "way", type: "button", onclick }, label);
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
