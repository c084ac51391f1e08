/** Where a person finds the fields of tasks, lists and the account's settings, by their names in the API. */
import { apart, here } from "./entries.js";

/** @typedef {Record<string, import("./entries.js").Entry>} Table */

const counted = "for devices: by it they say what they have seen; people see when and by whom";

/** @satisfies {Table} */
export const task = {
  id: here("The address of a task that is open", "page/router.js", 'room === "task"'),
  title: here("Everywhere; written in the field of a view, e", "page/screens/detail.js"),
  notes: here("Enter on a task; Shift+Enter in the field", "page/screens/detail.js"),
  state: here("The circle; Space, a, Shift+Space", "page/screens/properties.js"),
  completedAt: here("At the foot of a task that is open", "page/parts/foot.js"),
  scheduledDate: here("d, t, m, i; dragged to a view or a day", "page/screens/properties.js"),
  dueAt: here("Enter on a task, Due", "page/screens/properties.js"),
  reminderAt: here("Enter on a task, Reminder or Add Reminder", "page/parts/reminder-line.js"),
  listId: here("l; dragged to a list", "page/screens/properties.js"),
  region: here("r; Enter on a task, Part of the day", "page/screens/properties.js"),
  bucket: here("b; the capture field of a region", "page/screens/properties.js"),
  recurrence: here("Enter on a task, Repeat", "page/screens/more-properties.js"),
  tags: here("Enter on a task, Tags", "page/parts/names.js"),
  priority: here("Enter on a task, Priority; p", "page/screens/more-properties.js"),
  category: here("Enter on a task, Category", "page/parts/names.js"),
  parentId: here("Enter on a task, its subtasks", "page/screens/detail.js"),
  parentRecurringId: apart("for apps that show a series as one: here each task says how it repeats"),
  sortOrder: here("Alt+Up and Alt+Down, Shift+M; dragged", "page/deeds.js", 'act: "arrange"'),
  enteredBacklogAt: here("At the foot of a task that is open, in the backlog", "page/parts/foot.js"),
  carryCount: here("Below the title, and at the foot of a task that is open", "page/list/row.js"),
  sticky: here("Enter on a task, where the rollover is on", "page/screens/more-properties.js"),
  autoCarry: here("Enter on a task, where the rollover is on", "page/screens/more-properties.js"),
  createdAt: here("At the foot of a task that is open", "page/parts/foot.js"),
  deletedAt: here("Recently deleted", "page/screens/detail.js"),
  updatedAt: here("The history of a task", "page/screens/history/feed.js", "history"),
  revision: apart(counted),
};

/** @satisfies {Table} */
export const list = {
  id: here("The address of a list", "page/router.js", 'room === "list"'),
  name: here("The sidebar; written in its menu, Edit", "page/dialogs/edit-list.js"),
  colorHex: here("The dot beside its name; chosen in its menu, Edit", "page/dialogs/edit-list.js"),
  filter: here("Search, Save as list; its menu, Change Filter", "page/search/save.js"),
  hiddenFromAgents: here("Its menu, Hide from AI Assistants", "page/parts/list-menu.js"),
  sortOrder: here("Its menu, up and down", "page/parts/list-menu.js", 'act: "arrangeList"'),
  modifiedAt: here("History, of everything", "page/screens/history/differences.js"),
  deletedAt: here("Recently deleted, its lists", "page/parts/deleted-lists.js"),
  createdAt: apart("for apps that sort by it: people put lists into an order of their own"),
  revision: apart(counted),
};

/** @satisfies {Table} */
export const settings = {
  timeZone: here("Settings, Your day", "page/screens/settings.js"),
  firstWeekday: here("Settings, Your day", "page/screens/settings.js"),
  dayStart: here("Settings, Your day", "page/screens/settings.js"),
  inboxRule: here("Settings, Your day", "page/screens/settings.js"),
  quickAdd: here("Settings, Adding tasks", "page/screens/adding-settings.js"),
  captureLanguage: here("Settings, Adding tasks", "page/screens/adding-settings.js"),
  rollover: here("Settings, Parts of the day", "page/screens/day-parts-settings.js"),
  regionLimits: here("Settings, Parts of the day", "page/screens/day-parts-settings.js"),
  complementaryAfterMustDo: here("Settings, Parts of the day", "page/screens/day-parts-settings.js"),
  backlogLimit: here("Settings, Parts of the day", "page/screens/day-parts-settings.js"),
  reviewTime: here("Settings, Notifications", "page/screens/notifications/told.js"),
  morningTime: here("Settings, Notifications", "page/screens/notifications/told.js"),
  weeklyReview: here("Settings, Notifications", "page/screens/notifications/told.js"),
  regionNudges: here("Settings, Notifications", "page/screens/notifications/told.js"),
  overdueAlerts: here("Settings, Notifications", "page/screens/notifications/told.js"),
  quietFrom: here("Settings, Notifications", "page/screens/notifications/told.js"),
  quietUntil: here("Settings, Notifications", "page/screens/notifications/told.js"),
  privateReminders: here("Settings, Notifications", "page/screens/notifications/told.js"),
  linkScheme: apart("for another app of the account: notifications open it, where it says a scheme of its own"),
  revision: apart(counted),
};
