/** The texts of commands and settings. */
import { plural } from "../forms.js";

export const commands = {
  find: "Type a command or a list",
  /** @param {string} query */
  nothing: (query) => `Nothing found for "${query}"`,
  /** @param {string} query */
  searchFor: (query) => `Search for “${query}”`,
  everywhere: "Everywhere",
  onRow: "On a task",
  capture: "Write down a task",
  /** @param {string} where */
  go: (where) => `Go to ${where}`,
  review: "Review the day",
  reviewWeek: "Review the week",
  calendarAdd: "Add a task on the chosen day",
  calendarToday: "Show today in the calendar",
  calendarMonth: "Show a month in the calendar",
  calendarWeek: "Show a week in the calendar",
  statistics: "Go to Analytics (statistics)",
  widget: "Go to the widget",
  palette: "All commands",
  keys: "Keys",
  lists: "Go to a list...",
  newList: "New List...",
  sync: "Ask the server now",
  nextState: "Next state",
  earlier: "A day earlier",
  later: "A day later",
  history: "History of the task",
  selectAll: "Select all",
  menu: "Menu",
  rings: "Answer the reminder",
};

/** What stands on a key. @param {string} key */
export const keyName = (key) => key === "Delete" ? "Del" : key;

export const settings = {
  title: "Settings",
  devices: "Devices",
  notifications: "Notifications",
  account: "Account",
  apps: "Apps and access",
  data: "Export and import",
  capture: "Capture from elsewhere",
  install: "Install Daybook on this device",
  widget: "Widget: what is due today, in a small window",
  noLogin: "This account has no sign-in yet",
  noAccount: "No account yet",
  /** @param {string} host */
  goes: (host) => `Your tasks go to ${host}`,
  goesMore: "An account begins with the first task",
  stayHere: "Only on this device",
  stays: "Only on this device",
  staysMore:
    "Nothing is sent. No other device has your tasks, nothing but this browser reminds you of them, and if it " +
    "forgets them they are gone.",
  send: "Send everything...",
  /** @param {string} host */
  sendQuestion: (host) => ({
    title: `Send everything to ${host}?`,
    sentence: "An account begins there with all that is written down here. It needs no name and no email.",
    yes: "Send it",
  }),
  appearance: "Appearance",
  hereOnly: "For this browser only.",
  everywhere: "The same on all your devices.",
  theme: "Theme",
  system: "System",
  light: "Light",
  dark: "Dark",
  text: "Text size",
  small: "Small",
  normal: "Normal",
  large: "Large",
  larger: "Larger",
  calm: "Reduce motion",
  calmMore: "Also when the system does not ask for it",
  day: "Your day",
  zone: "Time zone",
  zoneMore: "Its clock says when days begin and reminders ring",
  /** @param {string} zone */
  useZone: (zone) => `Use this device's zone, ${zone}`,
  firstWeekday: "The week begins on",
  firstWeekdayMore: "In calendars, and in the weeks of Analytics",
  dayStart: "A day begins at",
  dayStartMore: "What you do earlier than that counts for the day before",
  inboxRule: "Inbox holds tasks",
  inboxRuleMore: "Without a date, they may be in a list; in no list, they may have a date",
  unscheduled: "without a date",
  unlisted: "in no list",
  hand: "Hands and keys",
  start: "Begin with",
  click: "A click on a task",
  opens: "opens it",
  changes: "changes its state",
  singleKeys: "Single keys",
  singleKeysMore: "n for a new task, 1 2 3 for the views, and others",
  messages: "Messages stay",
  long: "Long",
  stay: "Until closed",
  sync: "Sync",
  /** @param {string} when */
  lastSync: (when) => `In step with the server, ${when}`,
  neverSynced: "Not sent to a server yet",
  notYetSynced: "Not yet in step since the app was opened",
  /** @param {number} count */
  waiting: (count) =>
    count === 0 ? "Nothing waits." : plural(count, { one: "# change waits.", other: "# changes wait." }),
  storage: "Kept on this device",
  persisted: "The browser keeps it.",
  forgets: "This is not your computer: nothing is kept here.",
  notPersisted: "The browser may delete it when space is short.",
  /** @param {number} count */
  faults: (count) => plural(count, { one: "# error of the app here", other: "# errors of the app here" }),
  /** @param {string} when */
  faultsMore: (when) => `The last one ${when}. They are counted, without what they say, and sent nowhere.`,
  forgetFaults: "Forget",
  noHttps: "Without HTTPS",
  noHttpsMore: "Daybook works in one tab and needs the network to open. HTTPS adds the rest.",
  more: "More",
  /** @param {string} version */
  version: (version) => `Daybook, version ${version}`,
};
