/** What one device did, taken back. */
import { language, plural } from "../forms.js";

/** @param {string} name */
export const title = (name) => `Take back what ${name} did`;
export const what =
  "All that it did since this moment goes, on every device. What others changed since stays as it is, and you can undo it.";
export const asking = "Asking the server ...";
export const nothing = "It changed nothing since then that is still to be taken back.";

/** @typedef {{restored: number, deleted: number, changed: number}} Counts */
/** @param {{tasks: Counts, lists: Counts, settings: boolean}} report */
export const comes = ({ tasks, lists, settings }) => {
  const parts = [
    tasks.restored > 0 && plural(tasks.restored, { one: "# task comes back", other: "# tasks come back" }),
    tasks.deleted > 0 && plural(tasks.deleted, { one: "# task is deleted", other: "# tasks are deleted" }),
    tasks.changed > 0 &&
    plural(tasks.changed, { one: "# task is changed back", other: "# tasks are changed back" }),
    lists.restored > 0 && plural(lists.restored, { one: "# list comes back", other: "# lists come back" }),
    lists.deleted > 0 && plural(lists.deleted, { one: "# list is deleted", other: "# lists are deleted" }),
    lists.changed > 0 &&
    plural(lists.changed, { one: "# list is changed back", other: "# lists are changed back" }),
    settings && "the settings are changed back",
  ].filter((part) => part !== false);
  return `${new Intl.ListFormat(language(), { type: "conjunction" }).format(parts)}.`;
};
/** @param {number} count */
export const kept = (count) =>
  plural(count, {
    one: "Of # task or list something was changed by others since, and stays.",
    other: "Of # tasks and lists something was changed by others since, and stays.",
  });
export const yes = "Take it back";
export const busy = "Taking it back ...";
/** @param {string} name */
export const done = (name) => `Taken back: what ${name} did`;
export const undone = "Undone";
