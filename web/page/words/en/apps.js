/** Calendar programs, feeds and tokens. */
import { plural } from "../forms.js";

export const apps = {
  asking: "Asking the server ...",
  name: "Name",
  kept: "I have kept it",
  /** @param {string} label */
  copy: (label) => `Copy ${label.toLowerCase()}`,
  copyShort: "Copy",
  copied: "Copied",
  qr: "QR code with the address",
  /** @param {string} name */
  more: (name) => `What can be done with ${name}`,
  /** @param {string} when */
  used: (when) => `Last used ${when}`,
  unused: "Not used yet",
  /** @param {string} day */
  since: (day) => `here since ${day}`,
  revoke: "Take its access away...",
  /** @param {string} name */
  revokeQuestion: (name) => ({
    title: `Take away the access of ${name}?`,
    sentence: "What it has read already stays there. It can read and change nothing more.",
    yes: "Take it away",
  }),
  /** @param {string} name */
  revoked: (name) => `${name} has no access any more`,
};

export const calendarApps = {
  title: "Calendar apps",
  more:
    "To-do apps that speak CalDAV, such as Reminders on Apple devices, Tasks.org, DAVx5 or Thunderbird, show and change " +
    "your tasks. Each gets a password of its own.",
  none: "No calendar app yet.",
  add: "Add a calendar app",
  placeholder: "Reminders on my phone",
  make: "Make a password",
  ready: "Type this into the app",
  address: "Address",
  user: "User name",
  userName: "daybook",
  password: "Password",
  scan: "The phone's camera reads the address:",
  once: "The password is shown only now.",
  http: "This address has no HTTPS. Apple's apps, and some others, insist on it.",
  guide: "How each app is set up",
  allow: "Let it delete for an hour...",
  /** @param {string} name @param {number | null | undefined} days  undefined where the server did not say it */
  allowQuestion: (name, days) => ({
    title: `Let ${name} delete as much as it likes?`,
    sentence:
      "An app that deletes most of your tasks is stopped, since one that has lost its own data looks the same. What is " +
      (days
        ? plural(days, { one: "deleted can be restored for # day.", other: "deleted can be restored for # days." })
        : "deleted can be restored."),
    yes: "Allow it for an hour",
  }),
  /** @param {string} name @param {string} time */
  allowed: (name, time) => `${name} may delete until ${time}`,
};

export const feeds = {
  title: "Calendar feeds",
  more:
    "A calendar program shows your dates and due times, and can change nothing. Whoever has the address can read them.",
  none: "No feed yet.",
  add: "Make a feed",
  what: "Tasks of",
  all: "All lists",
  placeholder: "My dates",
  make: "Make",
  /** @param {string} when */
  read: (when) => `Last read ${when}`,
  unread: "Not read yet",
  /** @param {string} name */
  of: (name) => `of ${name}`,
  gone: "a list that is gone",
  ready: "The address of the feed",
  how: "Type it where the calendar program adds a calendar by its address. Keep it to yourself: it is shown only now.",
  address: "Address",
  open: "Open in a calendar program",
  renew: "New address...",
  /** @param {string} name */
  renewQuestion: (name) => ({
    title: `Give ${name} a new address?`,
    sentence: "The old address stops working at once, in every program that has it.",
    yes: "New address",
  }),
  both: "The old address could not be taken away and still works. Remove it from the list.",
  remove: "Remove...",
  /** @param {string} name */
  removeQuestion: (name) => ({
    title: `Remove the feed ${name}?`,
    sentence: "Its address stops working at once, in every program that has it.",
    yes: "Remove",
  }),
  /** @param {string} name */
  removed: (name) => `The feed ${name} was removed`,
};

export const tokens = {
  title: "Access tokens",
  more: "For programs and shortcuts that speak with the server themselves.",
  none: "No token yet.",
  add: "Make a token",
  placeholder: "Shortcut on my phone",
  scope: "It may",
  /** @type {Record<string, string>} */
  scopes: {
    capture: "add tasks, and see nothing",
    read: "see tasks, lists and history, and change nothing",
    agent: "let an AI assistant see tasks and, where the server lets it, change them",
    agent_read: "let an AI assistant see tasks, and change nothing",
    full: "do everything that you can do",
    caldav: "speak CalDAV",
  },
  /** @type {Record<string, string>} */
  may: {
    capture: "May add tasks, and see nothing",
    read: "May see everything, and change nothing",
    agent: "For an AI assistant",
    agent_read: "For an AI assistant that only reads",
    full: "May do everything",
  },
  fullWarning: "Whoever has such a token has your account, but for what wants your password.",
  expiry: "It ends",
  /** @type {[string, string][]} */
  expiries: [["", "never"], ["30", "in 30 days"], ["90", "in 90 days"], ["365", "in a year"]],
  make: "Make",
  ready: "The token",
  token: "Token",
  how: "Give it to the program that it is for. It is shown only now.",
  /** @param {string} day */
  until: (day) => `until ${day}`,
  over: "over",
};

/** @param {string} code @returns {string | null} */
export function appsRefusal(code) {
  /** @type {Record<string, string>} */
  const sentences = {
    too_many_feeds: "There are as many feeds as an account may have. Remove one first.",
    too_many_devices: "There are as many devices and apps as an account may have. Take one's access away first.",
    host_not_allowed: "The server does not know itself by this address, so it makes no feed here.",
  };
  return sentences[code] ?? null;
}
