/** The screens that are loaded when somebody first goes to one, in one file, so that a first visit does not wait for them. */
export { HistoryPage } from "./screens/history.js";
export { editRepeat } from "./dialogs/edit-repeat.js";
export { openNamesChoice } from "./parts/names-choice.js";
export { StatisticsPage } from "./screens/statistics.js";
