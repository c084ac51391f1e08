/** What a task consists of. */
import { plural } from "../forms.js";
import { tasks } from "./tasks.js";

export const subtasks = {
  name: "Teilaufgaben",
  add: "Teilaufgabe hinzufügen",
  open: "Öffnen",
  move: "Verschieben",
  /** @param {number} done @param {number} total */
  progress: (done, total) => `${done}/${total}`,
  /** @param {number} done @param {number} total */
  said: (done, total) => `${done} von ${total} Teilaufgaben erledigt`,
  /** @param {string} title */
  of: (title) => `Teilaufgaben von ${title}`,
  shut: "eingeklappt",
  /** @param {string} title */
  folded: (title) => `Teilaufgaben von ${title} eingeklappt`,
  /** @param {string} title @param {number} count */
  unfolded: (title, count) =>
    plural(count, { one: `# Teilaufgabe von ${title}`, other: `# Teilaufgaben von ${title}` }),
  /** @param {string} title */
  partOf: (title) => `Teil von ${title}`,
  /** @param {string} title */
  nowPartOf: (title) => `Jetzt Teil von ${title}`,
  alone: "Zur eigenen Aufgabe machen",
  isAlone: "Jetzt eine eigene Aufgabe",
  /** @param {number} count */
  withParts: (count) => plural(count, { one: "Mit ihrer Teilaufgabe", other: "Mit ihren # Teilaufgaben" }),
  /** @param {string[]} titles */
  completed: (titles) => titles.length === 1 ? `${titles[0]} erledigt` : `${tasks(titles.length)} erledigt`,
  takenAlong: {
    /** @param {number} count */
    completed: (count) =>
      plural(count, { one: "Mit ihrer Teilaufgabe erledigt", other: "Mit ihren # Teilaufgaben erledigt" }),
    /** @param {number} count */
    deleted: (count) =>
      plural(count, { one: "Mit ihrer Teilaufgabe gelöscht", other: "Mit ihren # Teilaufgaben gelöscht" }),
  },
  keys:
    "Die Pfeile gehen von einer zur nächsten; dann legt Tab sie unter die darüber, Umschalt und Tab nimmt sie heraus.",
};
