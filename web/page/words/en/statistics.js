/** What was done, in words: sentences, names of pictures, and what is read out of them. */
import { number, plural } from "../forms.js";
import { tasks } from "./statistics-read.js";

export * from "../statistics-forms.js";
export * from "./statistics-read.js";

export const today = "Today";
export const thisWeek = "This Week";
export const thisMonth = "This Month";
export const trends = "Trends";
export const days = "The last 30 days";
export const year = "The last year";
export const balance = "Balance";
export const rhythm = "Rhythm";
export const postponed = "Postponed";
export const time = "How long it takes";
export const review = "A week";

export const asking = "Asking the server ...";
export const stillAsking = "The server takes its time. What it counts is shown as soon as it answers.";
export const countedHere = "Counted from the tasks on this device: what was deleted, or put off, is not in it.";
export const none = "No data available yet";
export const noneMore = "What you complete is counted here, by day, list and hour.";
export const noAccount = "What you complete is counted by the server, from the first task on.";
export const laterMore = "What you complete meanwhile is counted all the same.";
/** @param {string} moment */
export const asOf = (moment) => `Last counted: ${moment}.`;
export const howToRead = "Arrow keys go from one to the next.";
export const showTable = "Show as table";
export const hideTable = "Hide the table";
/** @param {string} name */
export const tableOf = (name) => `${name}, as a table`;

/** @type {Record<"today" | "thisWeek" | "thisMonth", string>} */
const spans = { today: "today", thisWeek: "this week", thisMonth: "this month" };

/** `3 tasks completed today`. @param {number} count @param {keyof typeof spans} span */
export function completed(count, span) {
  return plural(count, { one: `# task completed ${spans[span]}`, other: `# tasks completed ${spans[span]}` });
}
/** @param {number} count */
export const ever = (count) => plural(count, { one: "# task completed in all", other: "# tasks completed in all" });

export const directions = { up: "Up", down: "Down", same: "Same" };

/**
 * How this month stands beside the last; no direction where there is nothing beside it.
 * @param {{ever: number, thisMonth: number, lastMonth: number}} counts
 * @returns {{direction: keyof typeof directions | null, sentence: string}}
 */
export function trend({ ever, thisMonth, lastMonth }) {
  if (ever === 0) return { direction: null, sentence: none };
  if (lastMonth === 0) return { direction: null, sentence: "No data from last month" };
  const here = plural(thisMonth, { one: "# task this month", other: "# tasks this month" });
  if (thisMonth === lastMonth) return { direction: "same", sentence: `${here}, same as last month` };
  const direction = thisMonth > lastMonth ? "up" : "down";
  return { direction, sentence: `${here}, ${direction} from ${number(lastMonth)} last month` };
}

export const period = "Period";
export const periodMore = "Of the balance, the rhythm, what was postponed, and how long it takes";
export const periods = { ever: "All time", days: "The last 30 days", year: "This year", lastYear: "Last year" };
export const noneThen = "Nothing was completed then.";

export const by = "Balance by";
export const kinds = { list: "List", category: "Category", region: "Region", tag: "Tag" };
export const without = { list: "No list", category: "No category", region: "No region", tag: "No tag" };
export const goneList = "A list that is gone";
/** @param {number} count @param {number} percent */
export const share = (count, percent) => `${number(count)} (${percent} %)`;
/** @param {number} count */
export const others = (count) => plural(count, { one: "# more in the table", other: "# more in the table" });

/** @param {number} count @param {number} tasksMoved @param {number} days */
export function postponedTold(count, tasksMoved, days) {
  if (count === 0) return "Nothing was moved to a later day.";
  const moves = plural(count, { one: "# move to a later day", other: "# moves to a later day" });
  const along = plural(days, { one: "# day in all", other: "# days in all" });
  return `${moves}, of ${tasks(tasksMoved)}, by ${along}.`;
}
/** @param {number} count */
export const times = (count) => plural(count, { one: "once", other: "# times" });
export const goneTask = "A task that was deleted";

export const half = "Half of them within";
export const mostOfThem = "Nine of ten within";
export const average = "On average";
/** @param {number} count */
export const timeTold = (count) =>
  `From writing down to done, of ${plural(count, { one: "# task", other: "# tasks" })}.`;

export const weekBefore = "The week before";
export const weekAfter = "The week after";
/**
 * A week in a sentence.
 * @param {{done: number, before: number, waiting: number}} week
 * @param {boolean} isPresent  whether it is the present one
 */
export function weekTold({ done, before, waiting }, isPresent) {
  if (done === 0) return waiting > 0 ? "A quiet week. What waits can wait." : "A quiet week.";
  const here = `You completed ${tasks(done)} ${isPresent ? "this week" : "in this week"}`;
  if (before === 0) return `${here}.`;
  if (done === before) return `${here}, as many as the week before.`;
  const beside = done > before ? `${number(done - before)} more` : `${number(before - done)} fewer`;
  return `${here}, ${beside} than the week before.`;
}

export const facts = {
  completed: "Completed",
  before: "The week before",
  added: "Added",
  postponed: "Postponed",
  waiting: "Still waiting",
};

export const heads = {
  day: "Day",
  hour: "Hour",
  tasks: "Tasks",
  task: "Task",
  share: "Share",
  moves: "Moves",
  time: "Time",
};
export const legend = ["Less", "More"];
