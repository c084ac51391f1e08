/** What else a task can have: a priority, tags, a category, parts. */
import { plural } from "../forms.js";

export const priority = {
  name: "Priority",
  none: "None",
  high: "High",
  medium: "Medium",
  low: "Low",
};

/** @type {Record<"high" | "medium" | "low", string>} */
export const priorityOf = { high: "high priority", medium: "medium priority", low: "low priority" };

/** What stands for a priority where there is little room. @type {Record<"high" | "medium" | "low", string>} */
export const marks = { high: "!!!", medium: "!!", low: "!" };

/** What was done. @param {"high" | "medium" | "low" | null} level @param {number} count */
export const prioritized = (level, count) => {
  const what = level ? `${priority[level]} priority` : "No priority";
  return count === 1 ? what : `${what} for ${plural(count, { one: "# task", other: "# tasks" })}`;
};

/** @param {string} name */
export const inCategory = (name) => `category ${name}`;

/** @param {string} what */
export const add = (what) => `Add ${what.toLowerCase()}`;

export const tags = {
  name: "Tags",
  field: "Add a tag",
  /** @param {string} tag */
  remove: (tag) => `Remove ${tag}`,
  /** @param {string} tag */
  added: (tag) => `Added ${tag}`,
  /** @param {string} tag */
  removed: (tag) => `Removed ${tag}`,
  /** @param {string} tag */
  make: (tag) => `New: ${tag}`,
  hint: "Enter or a comma adds, Backspace removes the last one.",
};

export const category = {
  name: "Category",
  field: "Name of the category",
  hint: "Each task has one or none.",
};
