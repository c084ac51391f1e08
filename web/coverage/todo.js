/**
 * What the server has and no screen shows yet, by what is to bring it. A line that has a screen moves into the tables
 * beside this file.
 *
 * @type {Record<string, Partial<Record<"operations" | "task" | "list" | "settings", string[]>>>}
 */
export const todo = {
  "notifications": {
    operations: [
      "listChannels",
      "createChannel",
      "changeChannel",
      "removeChannel",
      "testChannel",
      "listDeliveries",
      "readPush",
      "listReminders",
    ],
    settings: [
      "reviewTime",
      "morningTime",
      "weeklyReview",
      "overdueAlerts",
      "quietFrom",
      "quietUntil",
      "privateReminders",
    ],
  },
  "the account": { operations: ["allowDeletion", "revokeOtherDevices", "beginBrowserLink"] },
  "parts of the day": { task: ["enteredBacklogAt"], settings: ["regionNudges"] },
  "capture in plain words": { operations: ["capture"], settings: ["quickAdd", "captureLanguage"] },
  "the widget's page": { operations: ["viewWidget"] },
};
