/** Reminders that ring, and the page that says where and when. */
import { plural } from "../forms.js";

export const notifications = {
  reminders: "Reminders",
  ask: "Enable notifications to get reminders when tasks are due",
  enable: "Enable",
  notNow: "Not now",
  enabled: "Notifications are on",
  disabled: "Notifications are disabled. Enable them in Settings to receive reminders.",
  done: "Mark Done",
  snooze: "Snooze",
  dismiss: "Dismiss",
  dismissAll: "Dismiss all",
  minutes: "10 minutes",
  hour: "1 hour",
  tomorrow: "Tomorrow",
  isDone: "Completed",
  /** @param {string} when */
  snoozed: (when) => `Reminds again ${when}`,
  /** @param {number} count */
  more: (count) => plural(count, { one: "# more reminder", other: "# more reminders" }),

  // This browser.
  here: "This browser",
  notify: "Show notifications",
  off: "Reminders show in the app while it is open.",
  live: "They come while Daybook is open in a tab.",
  push: "They come also while Daybook is closed.",
  denied: "The browser refuses them. Allow notifications for this address in the browser's settings first.",
  missing: "This browser shows no notifications here. Most do over HTTPS; an iPhone does once Daybook is installed.",
  test: "Test",
  testMore: "Shows one now",
  testTitle: "This is how a reminder looks",
  testBody: "Due Today, 18:00",

  // What is told.
  told: "What you are told, and when",
  everywhere: "The same on all your devices. A task's own reminder always comes.",
  reviewTime: "Review of the day",
  reviewTimeMore: "Time to review? Once a day, if something is still open",
  morningTime: "Morning summary",
  morningTimeMore: "How much is planned for today, and how much is overdue",
  weeklyReview: "Review of the week",
  weeklyReviewMore: "On its last day, at the time of the review or at 18:00",
  regionNudges: "What is open in a part of the day",
  regionNudgesMore: "At 9:00, 13:00 and 18:00, if tasks of the morning, afternoon or evening are open",
  overdueAlerts: "Overdue tasks",
  overdueAlertsMore: "When the due time of a task has passed",
  quiet: "Quiet hours",
  quietMore: "Reminders and overdue tasks wait until they end",
  from: "From",
  until: "Until",
  privateReminders: "Private texts",
  privateRemindersMore: "No notification names a title, whatever the channel",
  /** @param {string} what */
  timeOf: (what) => `Time of ${what.toLowerCase()}`,

  // Channels.
  channels: "Channels",
  channelsMore: "Where the server reaches you, mostly also while Daybook is closed.",
  asking: "Asking the server ...",
  none: "No channel yet.",
  add: "Add a channel",
  adding: "Add",
  kinds: {
    live: "An open app",
    webPush: "A browser",
    email: "Email",
    ntfy: "ntfy",
    gotify: "Gotify",
    webhook: "Webhook",
    unifiedPush: "UnifiedPush",
    apns: "iPhone or Mac",
  },
  /** How each is made ready. */
  how: {
    email: "The address gets one mail that asks whether Daybook may write to it.",
    ntfy: "Install ntfy on the phone and subscribe to a topic that nobody guesses.",
    gotify: "In Gotify make an application and copy its token.",
    webhook: "Posts signed JSON to a program of yours.",
    unifiedPush: "Most apps add their address by themselves. With the two keys messages are encrypted.",
    apns: "An app adds this by itself.",
  },
  name: "Name",
  /** @type {Record<string, string>} */
  members: {
    email: "Email",
    url: "Address, https://...",
    token: "Token",
    endpoint: "Address of the distributor, https://...",
    p256dh: "Key p256dh",
    auth: "Key auth",
    topic: "Bundle id",
    environment: "production or sandbox",
  },
  optional: "if it needs one",
  changesToo: "Also what changes",
  changesMore: "Every change of a task, a list or the settings",
  /** @param {string} place */
  confirm: (place) => `A mail was sent to ${place}. Follow the link in it.`,
  added: "Added",
  secret: "The webhook's secret",
  secretMore: "The receiver checks the signatures with it. It is shown only now.",
  copy: "Copy",
  copied: "Copied",
  kept: "I have kept it",
  thisOne: "this browser",
  /** @param {string} when */
  last: (when) => `Last message ${when}`,
  never: "Nothing sent yet",
  /** @type {Record<string, string>} */
  offReasons: {
    switched_off: "Paused",
    unsubscribed: "Its owner ended it",
    unconfirmed: "Waits for the link in the mail",
    address_gone: "The receiver does not know this address any more",
    failing: "Nothing has arrived for seven days",
    push_key_replaced: "The server has another key now",
    key_lost: "The server lost the key to its address",
  },
  /** @param {string} name */
  actions: (name) => `What can be done with ${name}`,
  sendTest: "Send a Test",
  log: "What Was Sent...",
  rename: "Rename...",
  wants: "What to Send...",
  pause: "Pause",
  resume: "Switch On",
  newSecret: "New Secret...",
  replay: "Send Changes Again...",
  replaySince: "Since, as a revision or as 2026-11-21 09:00",
  remove: "Remove...",
  /** @param {string} name */
  removeQuestion: (name) => ({
    title: `Remove ${name}?`,
    sentence: "Nothing is sent there any more, and its log is gone.",
    yes: "Remove",
  }),
  /** @param {string} name */
  removed: (name) => `Removed ${name}`,
  /** @type {Record<string, string>} */
  wishes: {
    reminders: "Reminders of tasks",
    review: "Review of the day",
    morning: "Morning summary",
    weekly: "Review of the week",
    regions: "What is open in a part of the day",
    overdue: "Overdue tasks",
    changes: "Changes, for programs",
  },

  // The log.
  /** @param {string} name */
  logOf: (name) => `Sent over ${name}`,
  nothingTold: "Nothing yet.",
  older: "Earlier",
  openTask: "Open task",
  /** @type {Record<string, string>} */
  subjects: {
    reminder: "Reminder",
    withdrawal: "Taken back",
    review: "Review of the day",
    morning: "Morning summary",
    weekly: "Review of the week",
    region: "Part of the day",
    overdue: "Overdue task",
    missed: "Missed reminders",
    lost: "A channel was lost",
    test: "Test",
    confirm: "Question for permission",
  },
  /** @type {Record<string, string>} */
  states: { waiting: "Waits", delivered: "Arrived", failed: "Failed", dropped: "Not needed any more" },
  /** @type {Record<string, string>} */
  reasons: {
    moved: "the reminder was moved",
    channel_off: "the channel was off",
    restored: "the server came back from a backup",
    nothing_to_tell: "there was nothing to tell",
  },
  /** @param {string} duration */
  late: (duration) => `${duration} late`,
  /** @param {number} count */
  attempts: (count) => plural(count, { one: "# attempt", other: "# attempts" }),
  arrived: "The test arrived.",
  waits: "The test waits for the device to fetch it.",
  /** @param {string} reason */
  failed: (reason) => `The test did not arrive: ${reason}.`,

  // What comes.
  next: "What comes next",
  moreNext: "Show more",
  nothingNext: "No reminder is set.",
};
