/** The screens that are loaded when somebody first goes to one, in one file, so that a first visit does not wait for them. */
export { HistoryPage } from "./screens/history.js";
export { NotificationsPage } from "./screens/notifications.js";
export { keepChannel } from "./reminders/this-device.js";
export { ringing } from "./reminders/ringing.js";
