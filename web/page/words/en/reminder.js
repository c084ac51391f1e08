/** What a task's reminder is called in the task, and where it rings before the rest of the words is loaded. */

export const reminder = {
  add: "Add Reminder",
  choose: "Choose Time...",
  /** By how many minutes it comes before the due time. @type {Record<number, string>} */
  before: { 0: "At the due time", 10: "10 minutes before", 60: "1 hour before", 1440: "1 day before" },
  untold: "Reminder",
  /** As it is said. @param {string | null} title  null where texts are private */
  of: (title) => title ? `Reminder: ${title}` : "Reminder",
};
