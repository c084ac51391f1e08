/** The widget: what is due today, in a small window. */
import { plural } from "../forms.js";

export const title = "Today";
export const nothing = "Nothing due today";
export const asking = "Getting ready ...";
/** @param {number} count */
export const open = (count) => plural(count, { one: "# open", other: "# open" });
/** @param {number} count */
export const more = (count) => plural(count, { one: "# more in Daybook", other: "# more in Daybook" });
export const menu = "What can be done with the widget";
export const sizes = { small: "Small: 3 tasks", medium: "Medium: 8 tasks" };
export const chooseLists = "Of lists...";
export const allLists = "It shows tasks of the lists that are on, and of all where none is.";
export const add = "New task";
export const ownWindow = "In a window of its own";
export const leave = "Open Daybook";
/** @param {string} title */
export const show = (title) => `Open ${title}`;
