/** The screens that are loaded when somebody first goes to one, in one file, so that a first visit does not wait for them. */
export { BoardPage } from "./screens/board.js";
export { HistoryPage } from "./screens/history.js";
