/** The calendar of weeks and months. */
import { plural, sayDate, sayDays } from "../forms.js";

export const spans = { month: "Month", week: "Week" };
export const spansLabel = "What the calendar shows";
export const today = "Today";
export const before = { month: "The month before", week: "The week before" };
export const after = { month: "The month after", week: "The week after" };

/** @param {string} date */
export const month = (date) => sayDate(date, { month: "long", year: "numeric" });
/** @param {string} first @param {string} last */
export const week = (first, last) => sayDays(first, last, { day: "numeric", month: "long", year: "numeric" });

/** A day as readers hear it. @param {string} date @param {number} count @param {number} done @param {number} coming */
export const dayNamed = (date, count, done, coming) =>
  [
    sayDate(date, { weekday: "long", day: "numeric", month: "long", year: "numeric" }),
    count === 0 ? "no tasks" : plural(count, { one: "# task", other: "# tasks" }),
    done > 0 && `${done} done`,
    coming > 0 && plural(coming, { one: "# repeats", other: "# repeat" }),
  ].filter(Boolean).join(", ");

/** @param {string} date */
export const dayHeading = (date) => sayDate(date, { weekday: "long", day: "numeric", month: "long" });
/** @param {number} count */
export const moreOnDay = (count) => `+${count}`;
export const nothing = "Nothing on this day.";
export const coming = "Comes back on this day";
/** @param {string} date */
export const comesOn = (date) => `Comes back on ${dayHeading(date)}`;
/** @param {string} task @param {string} date */
export const comesBack = (task, date) => `${task} comes back on ${dayHeading(date)}`;
/** @param {number} count */
export const moreComing = (count) => plural(count, { one: "and # more that repeats", other: "and # more that repeat" });
/** @param {number} count */
export const missing = (count) =>
  plural(count, {
    one: "# more task of these days is not shown here. A day's own list has all of them.",
    other: "# more tasks of these days are not shown here. A day's own list has all of them.",
  });
