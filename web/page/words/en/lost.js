/** Changes that gave way and changes that were not accepted. */

/** @type {Record<string, string>} */
const fields = {
  title: "title",
  notes: "notes",
  state: "state",
  scheduledDate: "date",
  dueAt: "due",
  reminderAt: "reminder",
  listId: "list",
  sortOrder: "place",
  name: "name",
  colorHex: "colour",
};

export const lost = {
  aTask: "A task",
  /** @param {string} name */
  field: (name) => fields[name] ?? name,
  /** @param {string} field */
  youWrote: (field) => `You wrote (${field})`,
  itSays: "It now says",
  useMine: "Use mine",
  usedMine: "Your version counts",
  keep: "Keep it as it is",
  kept: "Kept",
  edit: "Edit",
  takeBack: "Take back",
  takenBack: "Taken back",
  /** @param {string} sentence */
  reason: (sentence) => `Not accepted: ${sentence}`,
  nothing: "nothing",
  goneList: "a list that is gone",
  yes: "yes",
  no: "no",
};
