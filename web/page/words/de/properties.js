/** What else a task can have: a priority, tags, a category, parts. */
import { plural } from "../forms.js";

export const priority = {
  name: "Priorität",
  none: "Keine",
  high: "Hoch",
  medium: "Mittel",
  low: "Niedrig",
};

/** @type {Record<"high" | "medium" | "low", string>} */
export const priorityOf = { high: "hohe Priorität", medium: "mittlere Priorität", low: "niedrige Priorität" };

/** What stands for a priority where there is little room. @type {Record<"high" | "medium" | "low", string>} */
export const marks = { high: "!!!", medium: "!!", low: "!" };

/** What was done. @param {"high" | "medium" | "low" | null} level @param {number} count */
export const prioritized = (level, count) => {
  const what = level ? priorityOf[level].replace(/^./, (letter) => letter.toUpperCase()) : "Keine Priorität";
  return count === 1 ? what : `${what} für ${plural(count, { one: "# Aufgabe", other: "# Aufgaben" })}`;
};

/** @param {string} name */
export const inCategory = (name) => `Kategorie ${name}`;

/** @param {string} what */
export const add = (what) => `${what} hinzufügen`;

export const tags = {
  name: "Tags",
  field: "Tag hinzufügen",
  /** @param {string} tag */
  remove: (tag) => `${tag} entfernen`,
  /** @param {string} tag */
  added: (tag) => `${tag} hinzugefügt`,
  /** @param {string} tag */
  removed: (tag) => `${tag} entfernt`,
  /** @param {string} tag */
  make: (tag) => `Neu: ${tag}`,
  hint: "Die Eingabetaste oder ein Komma fügt hinzu, die Rücktaste entfernt das letzte.",
};

export const category = {
  name: "Kategorie",
  field: "Name der Kategorie",
  hint: "Jede Aufgabe hat eine oder keine.",
};
