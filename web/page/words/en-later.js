/** The words of the screens that are loaded later. */
export * as apps from "./en/apps.js";
export * as board from "./en/board.js";
export * as calendar from "./en/calendar.js";
export * as data from "./en/data.js";
export * as dayPartsSettings from "./en/day-parts-settings.js";
export * as editRepeat from "./en/edit-repeat.js";
export * as elsewhere from "./en/elsewhere.js";
export * as erase from "./en/erase.js";
export * as history from "./en/history.js";
export * as language from "./en/language.js";
export * as notifications from "./en/notifications.js";
export * as owner from "./en/owner.js";
export * as plainWords from "./en/plain-words.js";
export * as review from "./en/review.js";
export * as search from "./en/search.js";
export * as statistics from "./en/statistics.js";
export * as widget from "./en/widget.js";
