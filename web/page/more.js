/** The screens that are loaded when somebody first goes to one, in one file, so that a first visit does not wait for them. */
export { AccountPage } from "./screens/account.js";
export { ArrivePage } from "./screens/arrive.js";
export { DevicesPage } from "./screens/devices.js";
export { AppsPage } from "./screens/apps.js";
export { DataPage } from "./screens/data.js";
export { BoardPage } from "./screens/board.js";
export { HistoryPage } from "./screens/history.js";
export { editRepeat } from "./dialogs/edit-repeat.js";
export { openNamesChoice } from "./parts/names-choice.js";
export { StatisticsPage } from "./screens/statistics.js";
export { LostScreen } from "./screens/lost.js";
export { PairPage } from "./screens/pair.js";
export { ReviewPage } from "./screens/review.js";
export { SettingsPage } from "./screens/settings.js";
export { SignInPage } from "./screens/sign-in.js";
