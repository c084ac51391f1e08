/** The search and its filters. */
import { plural } from "../forms.js";

export const placeholder = "Find tasks";
export const label = "Search for";
export const clear = "Clear";
export const commands = "All commands";
export const hint = "Finds words in titles, notes and tags, in completed tasks too.";

/** @param {number} count */
export const found = (count) => plural(count, { one: "# task found", other: "# tasks found" });
/** @param {string} text */
export const nothing = (text) => text ? `Nothing found for “${text}”` : "Nothing found";
export const tryOther = "Fewer words find more.";
export const tryWithout = "Fewer filters find more.";
export const withoutFilters = "Search without filters";
export const misspelt = "Nothing is spelled like this. These come close:";

export const recent = "Searched for lately";
export const forget = "Forget all";
/** @param {string} text */
export const remove = (text) => `Forget “${text}”`;

export const addFilter = "Filter";
/** @param {string} name @param {string} value */
export const chip = (name, value) => `${name}: ${value}`;
/** @param {string} chip */
export const removeFilter = (chip) => `Remove the filter ${chip}`;
export const filters = "Filters";

export const fields = {
  state: "State",
  due: "Due",
  date: "Scheduled",
  priority: "Priority",
  list: "List",
  tag: "Tag",
  category: "Category",
  region: "Part of the day",
  completed: "Completed",
  created: "Written down",
  other: "More",
  sort: "Sorted by",
};

export const any = "Any";
export const none = "None";
export const noList = "No list";
export const states = { open: "Open", active: "In progress", done: "Completed" };
export const days = {
  overdue: "Overdue",
  today: "Today",
  tomorrow: "Tomorrow",
  yesterday: "Yesterday",
  soon: "Today and the next seven days",
  week: "This week",
  month: "This month",
  past: "Before today",
  any: "Any day",
  none: "No day",
};
export const priorities = { high: "High", medium: "Medium", low: "Low" };
export const regions = { morning: "Morning", afternoon: "Afternoon", evening: "Evening", backlog: "Backlog" };
export const others = { repeats: "Repeats", notes: "Has notes", whole: "Part of no other task" };
export const orders = {
  due: "When it is due",
  date: "Its day",
  priority: "Priority",
  created: "The newest first",
  title: "Title",
};

export const saveAs = "Save as list...";
export const saveTitle = "Save as list";
export const saveHint = "The list shows what this filter finds, now and later. No task is moved.";
/** @param {string} name */
export const saved = (name) => `Saved as “${name}”`;
/** @param {string} name */
export const changing = (name) => `This changes the filter of “${name}”.`;
/** @param {string} name */
export const changed = (name) => `The filter of “${name}” was changed`;
export const nothingToSave = "Type a word or choose a filter first.";

/** Why a text is no filter. */
const reasons = {
  filter_unexpected: "Something is missing or in the wrong place, such as a value, a bracket or a quote.",
  filter_too_long: "It is longer than a filter may be.",
};
/** @param {string} name */
const unknownField = (name) => `Tasks have no field “${name}”. Some that they have: due, date, list, tag, priority.`;
/** @param {string} name */
const invalidValue = (name) => `“${name}” is nothing that this field can be. Days are written like today, +3d or fri.`;
/** @param {string} name */
const unknownList = (name) => `There is no list “${name}”.`;

/** @param {string} code @param {string | null} name  what is not understood */
export function broken(code, name) {
  if (code === "filter_unknown_field" && name) return unknownField(name);
  if (code === "filter_unknown_list" && name) return unknownList(name);
  if (code === "filter_invalid_value" && name) return invalidValue(name);
  return reasons[/** @type {keyof typeof reasons} */ (code)] ?? "This filter is not understood.";
}
export const asWords = "It is looked for as words.";
export const mendFirst = "A list keeps only a filter that is understood.";
