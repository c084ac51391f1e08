/** One task, days, and lists. */
import { inSentence } from "../forms.js";

export const detail = {
  name: "Task",
  title: "Title",
  notes: "Notes",
  addNotes: "Notes",
  more: "What can be done with this task",
  needsTitle: "A task needs a title.",
  state: "State",
  date: "Date",
  due: "Due",
  reminder: "Reminder",
  list: "List",
  none: "None",
  sticky: "Stays where it is",
  autoCarry: "Goes on to the next day",
  /** @param {string} what */
  clear: (what) => `Remove ${what.toLowerCase()}`,
  /** @param {string} when */
  created: (when) => `Created ${inSentence(when)}`,
  /** @param {string} when */
  inBacklog: (when) => `In the backlog since ${inSentence(when)}`,
  /** @param {string} when */
  completed: (when) => `Completed ${inSentence(when)}`,
};

export const calendar = { time: "Time", before: "Month before", after: "Month after", done: "Done" };

export const lists = {
  heading: "Lists",
  new: "New List...",
  edit: "Name and Colour...",
  up: "Move Up",
  down: "Move Down",
  delete: "Delete List...",
  changeFilter: "Change Filter...",
  history: "History",
  lookBack: "Look Back...",
  deleteFilter: "Delete Filter...",
  hideFromAgents: "Hide from AI Assistants",
  showToAgents: "Show to AI Assistants",
  /** @param {string} name */
  hiddenFromAgents: (name) => `AI assistants do not see “${name}” any more`,
  /** @param {string} name */
  shownToAgents: (name) => `AI assistants see “${name}” again`,
  name: "Name",
  colour: "Colour",
  create: "Create",
  colours: ["Red", "Orange", "Amber", "Olive", "Green", "Teal", "Sky", "Blue", "Indigo", "Purple", "Pink", "Grey"],
  /** @param {string} name */
  deleteQuestion: (name) => ({
    title: `Delete '${name}'?`,
    sentence: "All tasks in this list will also be deleted.",
    yes: "Delete",
  }),
  /** @param {string} name */
  deleteFilterQuestion: (name) => ({
    title: `Delete the filter '${name}'?`,
    sentence: "The tasks that it finds stay.",
    yes: "Delete",
  }),
  /** @param {string} name */
  deleted: (name) => `Deleted ${name}`,
};
