/** Looking back on a day and a week. Nothing of it scolds. */
import { plural } from "../forms.js";

export const title = "Review";
export const parts = { day: "Today", week: "This week" };
export const asking = "Looking at your tasks ...";
export const done = "Done today";
export const nothingDone = "Nothing was completed today. That is all right.";
/** @param {number} count */
export const doneCount = (count) => plural(count, { other: "Today: # done." });
/** @param {number} count */
export const begin = (count) =>
  plural(count, { one: "Look at the task that is open", other: "Look at the # tasks that are open" });
/** @param {number} place @param {number} total */
export const placeOf = (place, total) => `${place} of ${total}`;
export const back = "Back";
export const cardNote = "Let it go deletes the task, Leave changes nothing. Undo takes each answer back.";
/** @param {number} count */
export const leftCount = (count) => plural(count, { one: "# task stays in Today.", other: "# tasks stay in Today." });
export const again = "Look again";
export const allDone = "Nothing is left for today. Enjoy the evening.";
export const past = "From earlier days";
/** @param {number} count */
export const pastCount = (count) =>
  plural(count, { one: "# task of an earlier day is still open.", other: "# tasks of earlier days are still open." });
export const slate = "A clean slate: all of them at once, and Undo takes it back.";
export const slateTo = { today: "All to Today", inbox: "All to Inbox", delete: "Delete all", show: "Show them" };
export const putOff = "Put off again and again";
export const putOffNote = "A smaller step, another day, or letting go may be what they need.";
export const noPutOff = "Nothing was put off again and again.";
export const noCarried = "Nothing was carried from day to day again and again.";
export const movesUnknown =
  "Only what days have carried on. What was moved by hand is counted by the server, which does not answer now.";
/** @param {number} carried @param {number} moved  by hand */
export const putOffBy = (carried, moved) =>
  [
    carried > 0 && plural(carried, { one: "carried once", other: "carried # times" }),
    moved > 0 && plural(moved, { one: "moved once", other: "moved # times" }),
  ].filter(Boolean).join(", ");
export const inbox = "In the Inbox";
/** @param {number} count */
export const inboxCount = (count) =>
  plural(count, {
    one: "# task is in the Inbox.",
    other: "# tasks are in the Inbox.",
  });
export const inboxNote = "These have been there longest. They may stay, too.";
export const balance = "Balance of seven days";
export const noBalance = "Nothing was completed in a part of the day yet.";
/** @param {string} name @param {number} count @param {number} total */
export const mostOf = (name, count, total) => `Most was done in one place: ${name}, ${count} of ${total}.`;
export const spread = "What was done is spread well.";
export const categories = "By category";
export const keysNote = "Keys: the digits; Space completes, Enter opens, the arrows go on and back.";
export const ways = {
  today: "Today",
  tomorrow: "Tomorrow",
  inbox: "Inbox",
  backlog: "Backlog",
  delete: "Let it go",
  leave: "Leave",
};
/** @param {string} task @param {string} place */
export const moveTo = (task, place) => `Move ${task} to ${place}`;
/** @param {string} task */
export const remove = (task) => `Delete ${task}`;
