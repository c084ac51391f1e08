/** What ./en.js has, in German. */
export * from "./de/account.js";
export * from "./de/commands.js";
export * from "./de/detail.js";
export * as firstMinute from "./de/first-minute.js";
export * from "./de/lost.js";
export * from "./de/places.js";
export * from "./de/properties.js";
export * from "./de/repeat.js";
export * as dayParts from "./de/regions.js";
export * from "./de/reminder.js";
export * from "./de/standing.js";
export * from "./de/subtasks.js";
export * from "./de/tasks.js";
