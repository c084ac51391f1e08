/** What a task consists of. */
import { plural } from "../forms.js";
import { tasks } from "./tasks.js";

export const subtasks = {
  name: "Subtasks",
  add: "Add a subtask",
  open: "Open",
  move: "Move",
  /** @param {number} done @param {number} total */
  progress: (done, total) => `${done}/${total}`,
  /** @param {number} done @param {number} total */
  said: (done, total) => `${done} of ${total} subtasks done`,
  /** @param {string} title */
  of: (title) => `Subtasks of ${title}`,
  shut: "folded",
  /** @param {string} title */
  folded: (title) => `Folded the subtasks of ${title}`,
  /** @param {string} title @param {number} count */
  unfolded: (title, count) => plural(count, { one: `# subtask of ${title}`, other: `# subtasks of ${title}` }),
  /** @param {string} title */
  partOf: (title) => `part of ${title}`,
  /** @param {string} title */
  nowPartOf: (title) => `Part of ${title}`,
  alone: "Make it a task of its own",
  isAlone: "A task of its own",
  /** @param {number} count */
  withParts: (count) => plural(count, { one: "With its subtask", other: "With its # subtasks" }),
  /** @param {string[]} titles */
  completed: (titles) => titles.length === 1 ? `Completed ${titles[0]}` : `Completed ${tasks(titles.length)}`,
  takenAlong: {
    /** @param {number} count */
    completed: (count) => plural(count, { one: "Completed with its subtask", other: "Completed with its # subtasks" }),
    /** @param {number} count */
    deleted: (count) => plural(count, { one: "Deleted with its subtask", other: "Deleted with its # subtasks" }),
  },
  keys: "Arrows go from one to the next; then Tab puts it under the one above, Shift and Tab takes it out.",
};
