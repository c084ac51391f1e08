/**
 * How much a task matters. The API counts as calendars do, 1 is the highest and 9 the lowest; three steps are enough here,
 * and whoever counts finer elsewhere finds it unchanged until they choose one of the three.
 */

/** @typedef {"high" | "medium" | "low"} Level */

/** What is written for each. @type {Record<Level, number>} */
export const numbers = { high: 1, medium: 5, low: 9 };

/** @param {number | undefined} priority @returns {Level | null} */
export function levelOf(priority) {
  if (!priority) return null;
  if (priority < numbers.medium) return "high";
  return priority === numbers.medium ? "medium" : "low";
}
