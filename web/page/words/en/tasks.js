/** What there is to say about tasks, and about what was done with them. */
import { dayName, plural } from "../forms.js";

export const states = { notStarted: "not started", active: "in progress", completed: "completed" };
export const stateNames = { notStarted: "Not started", active: "In progress", completed: "Completed" };

/** @param {string} title */
export const complete = (title) => `Complete ${title}`;
/** @param {string} title */
export const reopen = (title) => `Reopen ${title}`;
/** @param {string} title */
export const start = (title) => `Start ${title}`;

/** @param {number} count */
export const tasks = (count) => plural(count, { one: "# task", other: "# tasks" });
/** @param {number} count */
export const completedToday = (count) => `${count} completed today`;
/** @param {number} count */
export const fromEarlierDays = (count) => `${count} from earlier days`;
export const timeToReview = "Time to review?";
export const whileAway = "Welcome back. See what happened while you were away";
/** @param {number} count */
export const cleanSlate = (count) => `A clean slate for ${tasks(count)} of earlier days`;
/** @param {number} count */
export const inboxFull = (count) => `${tasks(count)} are here. Look at those that have been here longest`;
/** @param {number} count */
export const todayFull = (count) => `${tasks(count)} for today. See what can wait`;
export const notNow = "Not now";
/** @param {number} count */
export const overdueLine = (count) => plural(count, { one: "# overdue task", other: "# overdue tasks" });
/** @param {number} count */
export const openCount = (count) => plural(count, { one: "# open task", other: "# open tasks" });
/** @param {number} count */
export const carried = (count) => plural(count, { one: "carried once", other: "carried # times" });
/** @param {string} when */
export const due = (when) => `Due ${when}`;
/** @param {string} when */
export const remind = (when) => `Reminder ${when}`;
/** @param {string} name */
export const inList = (name) => `in ${name}`;
export const hasNotes = "has notes";
export const overdueMark = "overdue";
export const notAcceptedMark = "a change was not accepted";
export const unsent = "not sent yet";
export const allDone = "All done for today.";
export const allToToday = "All to Today";

// What was done, for toasts and screen readers.

/** @param {string} title */
export const added = (title) => `Added ${title}`;
/** @param {number} count */
export const addedMany = (count) => `Added ${tasks(count)}`;
/** @param {string} place @param {number} count */
export const addedTo = (place, count) => count === 1 ? `Added to ${place}` : `Added ${tasks(count)} to ${place}`;
/** @param {number} count  completed today; 0 where it is not of today */
export const completed = (count) => count > 0 ? `Completed. ${completedToday(count)}` : "Completed";
export const reopened = "Reopened";
export const started = "In progress";
/** @param {string} place @param {number} count */
export const movedTo = (place, count = 1) => count === 1 ? `Moved to ${place}` : `Moved ${tasks(count)} to ${place}`;
/** @param {string} place @param {number} position @param {number} total */
export const movedAt = (place, position, total) => `${movedTo(place)}, ${position} of ${total}`;
/** @param {number} count */
export const deleted = (count) => count === 1 ? "Deleted" : `Deleted ${tasks(count)}`;
/** @param {number} count */
export const restored = (count) => count === 1 ? "Restored" : `Restored ${tasks(count)}`;
/** @param {number} position @param {number} total */
export const nowAt = (position, total) => `Position ${position} of ${total}`;
export const saved = "Saved";
/** @param {string} text */
export const notKept = (text) => `Not saved, but not lost: “${text.length > 40 ? `${text.slice(0, 40)}...` : text}”`;
export const undone = "Undone";
export const redone = "Done again";
export const undo = "Undo";
export const redo = "Redo";
export const nothingToUndo = "Nothing to undo.";
export const nothingToRedo = "Nothing to do again.";
/** @param {number} count */
export const selected = (count) => `${count} selected`;
/** @param {string} title @param {number} position @param {number} total */
export const lifted = (title, position, total) => `Lifted ${title}. ${nowAt(position, total)}`;
export const putBack = "Put back";

// Places and dates.

export const notBeforeToday = "It stays: nothing is planned before today.";
export const noDateYet = "It has no date that could be earlier.";

/** @param {string} date @param {string} today */
export const onDay = (date, today) => dayName(date, today);

export const menu = {
  open: "Open",
  edit: "Rename",
  today: "Move to Today",
  tomorrow: "Move to Tomorrow",
  date: "Choose Date...",
  inbox: "Move to Inbox",
  list: "Move to List...",
  note: "Add Note",
  up: "Move Up",
  down: "Move Down",
  top: "Move to Top",
  bottom: "Move to Bottom",
  lift: "Carry with the keys",
  active: "Start",
  complete: "Complete",
  reopen: "Reopen",
  delete: "Delete",
  restore: "Restore",
  erase: "Erase for Good...",
  cancel: "Cancel",
  select: "Select",
  repeat: "Repeat...",
  tags: "Tags...",
  priority: "Priority...",
};

/** @param {string} place */
export const dropOn = (place) => `Drop on ${place}`;
