/** Views and places, and what stands where nothing is. */
import { plural } from "../forms.js";

/** @type {Record<string, string>} */
export const views = {
  inbox: "Inbox",
  today: "Today",
  upcoming: "Upcoming",
  calendar: "Calendar",
  past: "Past",
  overdue: "Overdue",
  logbook: "Logbook",
  history: "History",
  deleted: "Recently deleted",
  gaveWay: "Changes that gave way",
  notAccepted: "Not accepted",
  board: "Board",
  search: "Search",
  backlog: "Backlog",
};

export const analytics = "Analytics";

export const empty = {
  inbox: ["Nothing in the Inbox", "No tasks in Inbox. Capture ideas here without scheduling them."],
  today: ["A clear day", "No tasks scheduled for today. Drag tasks from Inbox or capture new ones."],
  upcoming: ["Nothing ahead", "No upcoming tasks. Schedule tasks for tomorrow and beyond."],
  past: ["Nothing left behind", "Tasks of earlier days that are still open show here."],
  overdue: ["Nothing overdue", "Tasks whose due time has passed show here."],
  logbook: ["Nothing done yet", "What you complete is kept here."],
  deleted: ["Nothing deleted", "Deleted tasks stay here for some time."],
  backlog: ["Nothing waits here.", "What has no day yet, and what a day left undone, can wait here."],
  list: ["An empty list", "Type above to add its first task."],
  goneList: ["This list is gone", "It was deleted, or never was on this device."],
  filter: ["Nothing found", "What this filter finds shows here as soon as there is something."],
  broken: ["This filter is not understood", "It may name a list that is gone, or come from a newer version."],
  gaveWay: ["Nothing gave way", "When somebody else changed the same thing later, you can see both here."],
  notAccepted: ["Everything was accepted", "Changes that the server does not take show here."],
  task: ["This task is gone", "It was deleted for good, or never was on this device."],
};

/** @param {number | null} days  null where they are kept without an end */
export const deletedStay = (days) =>
  days === null
    ? "Deleted tasks stay here."
    : plural(days, { one: "Deleted tasks stay here for # day.", other: "Deleted tasks stay here for # days." });

export const unknown = {
  title: "Nothing here",
  /** @param {string} path */
  sentence: (path) => `Daybook knows no address ${path}.`,
  way: "Go to Today",
};

export const missing = {
  title: "Not here yet",
  sentence: "This part of the app could not be loaded. It is there as soon as the network is.",
  reload: "Load again",
};

export const capture = {
  label: "Task input field",
  description: "Enter task and press return to save",
  placeholder: "What needs to be done?",
  first: "What do you want to get done today?",
  add: "Add task",
  addNotes: "Add notes",
  /** @param {string} keys */
  saves: (keys) => `${keys} saves the task`,
  /** @param {string} place */
  elsewhere: (place) => `A new task goes to ${place}`,
  /** @param {number} most @param {number} length */
  tooLong: (most, length) =>
    `A title has at most ${most.toLocaleString("en")} characters, and this one has ${length.toLocaleString("en")}. ` +
    "Move the rest to the notes.",
};

export const welcome = {
  title: "Daybook",
  line: "Start typing. No account needed.",
  /** @param {string} host */
  kept: (host) => `Kept on this device and on ${host}`,
  keptHere: "Only on this device. Nothing is sent: no other device has your tasks or reminds you of them, and if " +
    "this browser forgets them they are gone.",
  /** @param {string} host */
  sendAll: (host) => `Keep it on ${host}, too`,
  pair: "Join another device",
  signIn: "Sign in",
  undecided: "Anyone who can reach this server can create an account. Whoever runs it decides that with " +
    "DAYBOOK_REGISTRATION: invite (people with an invitation), closed (nobody) or open (anyone).",
};

export const moveTo = {
  today: "Today",
  tomorrow: "Tomorrow",
  inbox: "Inbox",
  weekend: "This weekend",
  nextWeekend: "Next weekend",
  nextWeek: "Next week",
  noList: "No list",
  none: "No date",
  backlog: "Backlog",
  under: "Part of a task",
};

export const close = "Close";
export const message = "Message";
export const cancel = "Cancel";
export const save = "Save";
export const show = "Show";
export const tryAgain = "Try now";
export const downloadThem = "Download them";
export const selectedMark = "selected";
export const listMenu = "What can be done with this list";
export const search = "Search";
export const allCommands = "All commands";
export const navigation = "Views and lists";

export const goBack = "Back";

export const tabs = "Views";
export const reload = "Reload";
export const newVersion = "A new version is ready.";
