/**
 * What stands quietly above a list: what waits elsewhere. Nothing of it is red, and nothing moves by itself.
 *
 * @import { View } from "../../types/messages.js"
 */
import { outline, standing } from "../desk.js";
import { element } from "../element.js";
import { putAway } from "../hand-on.js";
import { prefer, preferences } from "../preferences.js";
import { isReviewTimeNow } from "../review-time.js";
import { go, goTo } from "../router.js";
import { startView } from "../start.js";
import { firstMinute, noticeFirstVisit, onlyHere } from "./first-minute.js";
import { endReturn, isBack } from "../visits.js";
import { icon } from "./icons.js";
import { words } from "../words/words.js";

/** From so many tasks on there is something to lose. */
const worthKeeping = 3;
const day = 86_400_000;
const month = 30 * day;
/** So many tasks of earlier days are much, and so many in the Inbox, or for one day. */
const muchPastFrom = 10;
const fullInboxFrom = 15;
const fullTodayFrom = 15;

/** @param {View} view */
export function quietLines(view) {
  const counts = outline.value?.counts;
  if (!counts) return [];
  noticeFirstVisit();
  const hint = view.kind === startView().kind && (onlyHere() ?? signInHint() ?? firstMinute());
  if (view.kind === "inbox") return [hint, fullInbox(counts.inbox)];
  if (view.kind !== "today") return [hint];
  return [
    hint,
    ...afterReturn(counts.past),
    counts.past > 0 && line("past", words.fromEarlierDays(counts.past)),
    counts.overdue > 0 && line("overdue", words.overdueLine(counts.overdue)),
    counts.today > 0 && isReviewTimeNow() ? line("review", words.timeToReview) : fullToday(counts.today),
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
  return putOff("sign-in", "person", words.keepAccount, add, words.later, later);
}

/** Where somebody was away: what happened, and where much is left behind, a way to be done with it. @param {number} past */
function afterReturn(past) {
  if (!isBack() || !standing.value?.account) return [];
  const away = putOff(
    "away",
    "undo",
    words.whileAway,
    () => go({ screen: "history", part: "away" }),
    words.notNow,
    endReturn,
  );
  return [away, past >= muchPastFrom && line("review", words.cleanSlate(past), "slate")];
}

/** A full Inbox is no fault, and is said once a week. @param {number} count */
function fullInbox(count) {
  if (count < fullInboxFrom || Date.now() < preferences.value.inboxLater) return null;
  const week = () => go({ screen: "review", part: "week" });
  return putOff(
    "full-inbox",
    "inbox",
    words.inboxFull(count),
    week,
    words.later,
    () => prefer({ inboxLater: Date.now() + 7 * day }),
  );
}

/** Neither is a full day, in which the review lets things go one by one. @param {number} count */
function fullToday(count) {
  if (count < fullTodayFrom || Date.now() < preferences.value.todayLater) return null;
  return putOff(
    "full-today",
    "today",
    words.todayFull(count),
    () => go({ screen: "review" }),
    words.later,
    () => prefer({ todayLater: Date.now() + 7 * day }),
  );
}

/**
 * A line that leads somewhere, and can be put away.
 * @param {string} key @param {string} drawn  an icon @param {string} sentence @param {() => void} run
 * @param {string} later  what puts it away @param {() => void} end
 */
function putOff(key, drawn, sentence, run, later, end) {
  const away = (/** @type {Event} */ { currentTarget }) => {
    end();
    const node = /** @type {Element} */ (currentTarget).parentElement;
    putAway(node, node?.parentElement?.querySelector("[data-line='slate']"));
  };
  return element(
    "div",
    { key, class: "hint" },
    element("button", { class: "quiet-line", onclick: run }, icon(drawn), sentence, icon("forward", "small")),
    element("button", { class: "way", onclick: away }, later),
  );
}

/** @param {"past" | "overdue" | "review"} kind @param {string} sentence @param {string} [key] */
function line(kind, sentence, key = kind) {
  return element(
    "button",
    {
      key,
      class: "quiet-line",
      data: { line: key },
      onclick: () => kind === "review" ? go({ screen: "review" }) : goTo(kind),
    },
    icon(kind === "review" ? "check" : kind),
    sentence,
    icon("forward", "small"),
  );
}
