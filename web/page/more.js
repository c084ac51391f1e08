/** The screens that are loaded when somebody first goes to one, in one file, so that a first visit does not wait for them. */
export { AccountPage } from "./screens/account.js";
export { AppsPage } from "./screens/apps.js";
export { ArrivePage } from "./screens/arrive.js";
export { DataPage } from "./screens/data.js";
export { HistoryPage } from "./screens/history.js";
