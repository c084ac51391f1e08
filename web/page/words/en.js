/** Every word of the app's first moment, as functions where they hold something; ./en-later.js has the others. */
export * from "./en/account.js";
export * from "./en/commands.js";
export * from "./en/detail.js";
export * as firstMinute from "./en/first-minute.js";
export * from "./en/lost.js";
export * from "./en/places.js";
export * from "./en/properties.js";
export * from "./en/repeat.js";
export * as dayParts from "./en/regions.js";
export * from "./en/reminder.js";
export * from "./en/standing.js";
export * from "./en/subtasks.js";
export * from "./en/tasks.js";
