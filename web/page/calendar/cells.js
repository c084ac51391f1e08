/**
 * Draws the days in their weeks. Each is a cell that says its date and how much stands on it; what stands on it is drawn
 * for the eye and the hand, and read in the list of the day.
 *
 * @import { Day, Entry } from "./days.js"
 * @import { Span } from "./spans.js"
 * @import { Row } from "../../types/messages.js"
 */
import { listNamed } from "../desk.js";
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { sayDate, timeOf } from "../words/forms.js";
import { later } from "../words/later.js";
import { isInMonth } from "./spans.js";

const w = later.calendar;

/**
 * @typedef {object} Shown
 * @property {Span} span
 * @property {string[][]} weeks
 * @property {Map<string, Day>} days
 * @property {string} current  the day that is chosen
 * @property {string} today
 * @property {string} zone
 * @property {number} fit  so many tasks fit on a day
 */

/** So many lists a day shows by their dots, where there is no room for more. */
const dots = 3;

/** @param {Shown} shown @returns {HTMLElement[]} */
export function cells(shown) {
  return [
    element("div", { role: "row", class: "days-names" }, shown.weeks[0].map(columnName)),
    ...shown.weeks.map((week) =>
      element("div", { key: week[0], role: "row", class: "days-week" }, week.map((date) => cell(date, shown)))
    ),
  ];
}

/** @param {string} date */
function columnName(date) {
  return element(
    "span",
    { role: "columnheader", "aria-label": sayDate(date, { weekday: "long" }) },
    element("span", { class: "short-name" }, sayDate(date, { weekday: "short" })),
    element("span", { class: "letter" }, sayDate(date, { weekday: "narrow" })),
  );
}

/** @param {string} date @param {Shown} shown */
function cell(date, { span, days, current, today, zone, fit }) {
  const { entries, coming, done } = days.get(date) ?? { entries: [], coming: [], done: 0 };
  const isOther = span === "month" && !isInMonth(date, current);
  const all = entries.length + coming.length;
  // One line says how many more there are, so that it takes the place of one.
  const room = all > fit ? Math.max(0, fit - 1) : all;
  const drawn = [
    ...entries.slice(0, room).map((entry) => task(entry, zone)),
    ...coming.slice(0, Math.max(0, room - entries.length)).map(again),
  ];
  const kind = [date === today && "today", isOther && "other"].filter(Boolean).join(" ");
  return element(
    "div",
    {
      key: date,
      role: "gridcell",
      class: `days-cell ${kind}`.trim(),
      tabindex: date === current ? 0 : -1,
      "aria-label": w.dayNamed(date, entries.length, done, coming.length),
      "aria-selected": String(date === current),
      "aria-current": date === today ? "date" : null,
      data: { date, drop: `date:${date}` },
    },
    element(
      "div",
      { class: "days-number", "aria-hidden": "true" },
      element("span", { class: "date-of" }, String(Number(date.slice(8)))),
      element("span", { class: "weekday" }, sayDate(date, { weekday: "short" })),
      date.endsWith("-01") && element("span", { class: "month-of" }, sayDate(date, { month: "short" })),
    ),
    element(
      "div",
      { class: "days-tasks", "aria-hidden": "true" },
      drawn,
      room < all && element("div", { class: "day-more" }, w.moreOnDay(all - room)),
    ),
    all > 0 && summary(entries, done, coming),
  );
}

/** @param {Entry} entry @param {string} zone */
function task({ row, dueAt }, zone) {
  const colour = listNamed(row.listId)?.colorHex ?? null;
  const time = dueAt && timeOf(dueAt, zone);
  const overdue = row.isOverdue ? "overdue" : "";
  return element(
    "div",
    {
      key: row.id,
      class: "day-task",
      title: [time, row.title].filter(Boolean).join(" "),
      data: { id: row.id, state: row.state },
    },
    mark(row, colour),
    time && element("span", { class: `day-time ${overdue}`.trim() }, time),
    element("span", { class: `day-title ${overdue}`.trim(), dir: "auto" }, row.title),
  );
}

/** Done, in progress and open have another shape each. @param {Row} row @param {string | null} colour */
function mark({ state }, colour) {
  if (state === "completed") return icon("check", "small");
  const dot = element("span", { class: state === "active" ? "dot" : "dot open" });
  if (colour) dot.style.color = colour;
  return dot;
}

/** What will come back. @param {Row} row */
function again({ id, title }) {
  return element(
    "div",
    { key: `again ${id}`, class: "day-again", title },
    icon("repeat", "small"),
    element("span", { class: "day-title", dir: "auto" }, title),
  );
}

/**
 * What is left of it where there is no room for titles.
 * @param {Entry[]} entries @param {number} done @param {Row[]} coming
 */
function summary(entries, done, coming) {
  const open = entries.filter(({ row }) => row.state !== "completed");
  const colours = [...new Set(open.map(({ row }) => listNamed(row.listId)?.colorHex ?? null))].slice(0, dots);
  const left = open.length + (entries.length === 0 ? coming.length : 0);
  return element(
    "div",
    { class: entries.length === 0 ? "day-summary quiet-day" : "day-summary", "aria-hidden": "true" },
    left === 0 && done > 0 ? icon("check", "small") : element("span", { class: "day-count" }, String(left)),
    element("span", { class: "day-dots" }, colours.map(dotOf)),
  );
}

/** @param {string | null} colour */
function dotOf(colour) {
  const dot = element("span", { class: "dot" });
  if (colour) dot.style.color = colour;
  return dot;
}
