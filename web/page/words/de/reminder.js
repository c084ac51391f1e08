/** What a task's reminder is called in the task, and where it rings before the rest of the words is loaded. */

export const reminder = {
  add: "Erinnerung hinzufügen",
  choose: "Zeit wählen...",
  /** By how many minutes it comes before the due time. @type {Record<number, string>} */
  before: { 0: "Zur Fälligkeit", 10: "10 Minuten vorher", 60: "1 Stunde vorher", 1440: "1 Tag vorher" },
  untold: "Erinnerung",
  /** As it is said. @param {string | null} title  null where texts are private */
  of: (title) => title ? `Erinnerung: ${title}` : "Erinnerung",
};
