/**
 * Every word of the page, as functions where they hold something. Another language is another file with the same names.
 */
export * from "./en/account.js";
export * from "./en/commands.js";
export * from "./en/detail.js";
export * from "./en/lost.js";
export * from "./en/places.js";
export * from "./en/properties.js";
export * from "./en/repeat.js";
export * as dayParts from "./en/regions.js";
export * from "./en/reminder.js";
export * from "./en/standing.js";
export * from "./en/subtasks.js";
export * from "./en/tasks.js";
