/**
 * What the server has and no screen shows yet, by what is to bring it. A line that has a screen moves into the tables
 * beside this file.
 *
 * @type {Record<string, Partial<Record<"operations" | "task" | "list" | "settings", string[]>>>}
 */
export const todo = {
  "capture in plain words": { settings: ["quickAdd", "captureLanguage"] },
};
