/**
 * What stands quietly above a list: what waits elsewhere. Nothing of it is red, and nothing moves by itself.
 *
 * @import { View } from "../../types/messages.js"
 */
import { clockIn } from "../dates.js";
import { outline, standing } from "../desk.js";
import { element } from "../element.js";
import { prefer, preferences } from "../preferences.js";
import { go, goTo } from "../router.js";
import { firstMinute, noticeFirstVisit, onlyHere } from "./first-minute.js";
import { icon } from "./icons.js";
import { words } from "../words/words.js";

/** From so many tasks on there is something to lose. */
const worthKeeping = 3;
const month = 30 * 86_400_000;

/** @param {View} view */
export function quietLines(view) {
  const counts = outline.value?.counts;
  if (!counts) return [];
  noticeFirstVisit();
  const hint = view.kind === preferences.value.start && (onlyHere() ?? signInHint() ?? firstMinute());
  if (view.kind !== "today") return [hint];
  return [
    hint,
    counts.past > 0 && line("past", words.fromEarlierDays(counts.past)),
    counts.overdue > 0 && line("overdue", words.overdueLine(counts.overdue)),
    counts.today > 0 && isReviewTime() && line("review", words.timeToReview),
  ];
}

/** Without a sign-in the account is in this browser only. Said in one place, and not for a month where it is put off. */
function signInHint() {
  const counts = outline.value?.counts;
  const account = standing.value?.account;
  const tasks = counts ? counts.inbox + counts.today + counts.upcoming + counts.completedToday : 0;
  const isLater = Date.now() < preferences.value.signInLater;
  if (account?.isClaimed !== false || tasks < worthKeeping || isLater) return null;
  const later = () => prefer({ signInLater: Date.now() + month });
  const add = () => (later(), go({ screen: "account" }));
  const putOff = (/** @type {Event} */ { currentTarget }) => {
    later();
    /** @type {Element} */ (currentTarget).parentElement?.remove();
  };
  return element(
    "div",
    { key: "sign-in", class: "hint" },
    element(
      "button",
      { class: "quiet-line", onclick: add },
      icon("person"),
      words.keepAccount,
      icon("forward", "small"),
    ),
    element("button", { class: "way", onclick: putOff }, words.later),
  );
}

/** From the account's time on, until its day ends. */
function isReviewTime() {
  const { reviewTime = "18:00", timeZone = "UTC" } = outline.value?.settings ?? {};
  return reviewTime !== null && clockIn(Date.now(), String(timeZone)).slice(11, 16) >= String(reviewTime);
}

/** @param {"past" | "overdue" | "review"} kind @param {string} sentence */
function line(kind, sentence) {
  return element(
    "button",
    { key: kind, class: "quiet-line", onclick: () => kind === "review" ? go({ screen: "review" }) : goTo(kind) },
    icon(kind === "review" ? "check" : kind),
    sentence,
    icon("forward", "small"),
  );
}
