/** Looking back in time. */
import { language, plural } from "../forms.js";

export const lookBack = {
  intro: "Choose a moment. You see what it was then, and what would change before anything does.",
  what: "What",
  everything: "All tasks, lists and settings",
  goneList: "A list that is gone",
  isGone: "This list is not there any more.",
  comesBackWith: "What was in it then is below, and Restore brings both back.",
  slider: "A moment of the last 30 days",
  date: "Date",
  time: "Time",
  asking: "Looking back ...",
  /** @param {string} when */
  same: (when) => `${when}: nothing was different.`,
  /** @param {string} when @param {number} tasks @param {number} lists @param {boolean} settings */
  changes: (when, tasks, lists, settings) => {
    const parts = [
      tasks > 0 && plural(tasks, { one: "# task", other: "# tasks" }),
      lists > 0 && plural(lists, { one: "# list", other: "# lists" }),
      settings && "the settings",
    ].filter((part) => part !== false);
    return `${when}: ${new Intl.ListFormat(language(), { type: "conjunction" }).format(parts)} would go back.`;
  },
  /** @param {number} count */
  deletions: (count) =>
    plural(count, {
      one: "# task was made since and would be deleted.",
      other: "# tasks were made since and would be deleted.",
    }),
  lines: "What would change",
  /** @param {number} count */
  others: (count) => plural(count, { one: "and # more", other: "and # more" }),
  many: "There are too many changes since then to list them one by one.",
  /** @param {string} field @param {string} now @param {string} then */
  field: (field, now, then) => `${field.charAt(0).toUpperCase()}${field.slice(1)}: ${now} → ${then}`,
  goes: "Made since: it would be deleted",
  comesBack: "Deleted since: it would come back",
  wasDeleted: "It was deleted then",
  then: "As it was",
  nothingThen: "There was no task then.",
  restore: "Restore",
  /** @param {string} when @param {string} what */
  question: (when, what) => ({
    title: `Restore ${what} as of ${when}?`,
    sentence: "On every device. Nothing is destroyed: you can undo it here, and later from the history.",
    yes: "Restore",
  }),
  /** @param {number} deletions */
  massDelete: (deletions) => ({
    title: `This deletes ${plural(deletions, { one: "# task", other: "# tasks" })}, more than half of all.`,
    sentence: "They were made since then. On every device.",
    yes: "Restore and delete them",
  }),
  everythingShort: "everything",
  /** @param {string} when */
  restored: (when) => `Restored as of ${when}`,
  /** @param {number} count */
  keptSome: (count) =>
    plural(count, {
      one: "# thing was changed meanwhile and stays.",
      other: "# things were changed meanwhile and stay.",
    }),
  restoring: "Restoring ...",
};
