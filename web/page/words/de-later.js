/** What ./en-later.js has, in German. */
export * as apps from "./de/apps.js";
export * as board from "./de/board.js";
export * as calendar from "./de/calendar.js";
export * as data from "./de/data.js";
export * as dayPartsSettings from "./de/day-parts-settings.js";
export * as editRepeat from "./de/edit-repeat.js";
export * as elsewhere from "./de/elsewhere.js";
export * as erase from "./de/erase.js";
export * as history from "./de/history.js";
export * as language from "./de/language.js";
export * as notifications from "./de/notifications.js";
export * as owner from "./de/owner.js";
export * as plainWords from "./de/plain-words.js";
export * as review from "./de/review.js";
export * as search from "./de/search.js";
export * as statistics from "./de/statistics.js";
export * as widget from "./de/widget.js";
