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
  "export and import": { operations: ["export", "importFile"] },
  "apps and calendars": {
    operations: [
      "listTokens",
      "createToken",
      "revokeToken",
      "listFeeds",
      "createFeed",
      "revokeFeed",
      "allowDeletion",
    ],
  },
  "the account": {
    operations: [
      "deleteAccount",
      "revokeOtherDevices",
      "changePassword",
      "changeEmail",
      "beginBrowserLink",
      "endBrowserLink",
      "unlinkIdentity",
    ],
  },
  "regions, board and backlog": {
    operations: ["viewBoard", "viewRegion", "viewBacklog"],
    task: ["region", "bucket", "enteredBacklogAt"],
    // The rollover can only be switched off so far.
    settings: ["rollover", "regionLimits", "complementaryAfterMustDo", "backlogLimit", "regionNudges"],
  },
  "search and saved filters": { operations: ["searchTasks"], list: ["filter"] },
  "capture in plain words": { operations: ["capture"], settings: ["quickAdd", "captureLanguage"] },
  "the widget's page": { operations: ["viewWidget"] },
};
