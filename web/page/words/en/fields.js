/** What the fields of tasks, lists and settings are called, and their values that are words. */

/** Of tasks, lists and the account, as they stand in the middle of a sentence. @type {Record<string, string>} */
const fields = {
  title: "title",
  notes: "notes",
  state: "state",
  scheduledDate: "date",
  dueAt: "due time",
  reminderAt: "reminder",
  listId: "list",
  region: "part of the day",
  bucket: "bucket",
  category: "category",
  priority: "priority",
  tags: "tags",
  recurrence: "repetition",
  parentId: "task that it is part of",
  sticky: "staying where it is",
  autoCarry: "going on to the next day",
  hiddenFromAgents: "hidden from AI assistants",
  sortOrder: "place",
  name: "name",
  colorHex: "colour",
  filter: "filter",
  timeZone: "time zone",
  firstWeekday: "first day of the week",
  dayStart: "beginning of the day",
  inboxRule: "what the Inbox holds",
  rollover: "what becomes of undone tasks",
  regionLimits: "room in the parts of the day",
  backlogLimit: "room in the backlog",
  complementaryAfterMustDo: "order of Must-Do and Complementary",
  reviewTime: "time of the review",
  weeklyReview: "weekly review",
  morningTime: "time of the morning summary",
  quickAdd: "where quick tasks go",
  captureLanguage: "language of what is written down",
  linkScheme: "address of links",
  regionNudges: "nudges",
  overdueAlerts: "messages of overdue tasks",
  quietFrom: "beginning of the quiet hours",
  quietUntil: "end of the quiet hours",
  privateReminders: "private reminders",
  deletedAt: "deletion",
};

/** @param {string} name */
export const field = (name) => fields[name] ?? name;
/** @type {Record<string, string>} */
export const regions = { morning: "Morning", afternoon: "Afternoon", evening: "Evening", backlog: "Backlog" };
/** @type {Record<string, string>} */
export const buckets = { mustDo: "Must-Do", complementary: "Complementary", misc: "Misc" };
/** @type {Record<string, string>} */
export const choices = {
  off: "they stay",
  backlog: "they go to the backlog",
  unscheduled: "tasks without a date",
  unlisted: "tasks in no list",
  inbox: "Inbox",
  today: "Today",
};
