/**
 * When a task is to be done, by when, where it belongs, and what is to remind of it: a line each, with its value and a
 * way to change it.
 *
 * @import { Row, TaskFields } from "../../types/messages.js"
 */
import { setState } from "../deeds.js";
import { listNamed, outline } from "../desk.js";
import { clockIn, instantIn } from "../dates.js";
import { element } from "../element.js";
import { openCalendar } from "../parts/calendar.js";
import { openListChoice } from "../parts/list-choice.js";
import { line } from "../parts/property.js";
import { chooseRegion } from "../parts/region-choice.js";
import { hasDayParts } from "../regions.js";
import { dayName, momentName } from "../words/forms.js";
import * as words from "../words/en.js";
import { moreProperties, repeatLines } from "./more-properties.js";

/** @param {Row} row @param {(fields: TaskFields) => void} keep @param {() => void} begin  writes the first subtask down */
export function properties(row, keep, begin) {
  const list = listNamed(row.listId);
  return [
    states(row),
    dayLine(row, keep),
    momentLine("due", words.detail.due, row.dueAt, (dueAt) => keep({ dueAt }), row.isOverdue),
    momentLine("bell", words.detail.reminder, row.reminderAt, (reminderAt) => keep({ reminderAt })),
    ...repeatLines(row, keep),
    line({
      id: "list",
      icon: "list",
      label: words.detail.list,
      value: list?.name ?? null,
      none: words.moveTo.noList,
      colour: list?.colorHex,
      open: (anchor) => openListChoice(anchor, [row.id], row.listId),
    }),
    hasDayParts() && line({
      id: "region",
      icon: "board",
      label: words.dayParts.partOfDay,
      value: row.region && words.dayParts.placeIn(row.region, row.bucket ?? undefined),
      none: words.detail.none,
      open: (anchor) => chooseRegion(anchor, [row.id], [row]),
    }),
    ...moreProperties(row, keep, begin),
  ];
}

/** @param {Row} row */
function states(row) {
  const all = /** @type {Row["state"][]} */ (["notStarted", "active", "completed"]);
  const choice = (/** @type {Row["state"]} */ state) =>
    element("button", {
      id: `property-${state}`,
      "aria-pressed": String(row.state === state),
      onclick: () => row.state !== state && setState([row.id], state),
    }, words.stateNames[state]);
  return element("div", { class: "segments", role: "group", "aria-label": words.detail.state }, all.map(choice));
}

/** @param {Row} row @param {(fields: TaskFields) => void} keep */
function dayLine({ scheduledDate }, keep) {
  const today = outline.value?.today ?? "";
  return line({
    id: "date",
    icon: "date",
    label: words.detail.date,
    value: scheduledDate && dayName(scheduledDate, today),
    none: words.moveTo.none,
    open: (anchor) =>
      openCalendar(anchor, {
        label: words.detail.date,
        value: scheduledDate,
        canClear: true,
        chosen: (date) => keep({ scheduledDate: date }),
      }),
    clear: scheduledDate ? () => keep({ scheduledDate: null }) : null,
  });
}

/**
 * @param {"due" | "bell"} name @param {string} label @param {string | null} at
 * @param {(at: string | null) => void} keep @param {boolean} [isLate]
 */
function momentLine(name, label, at, keep, isLate = false) {
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  const clock = at && clockIn(at, zone);
  return line({
    id: name,
    icon: name,
    label,
    value: at && momentName(at, outline.value?.today ?? "", zone),
    none: words.detail.none,
    kind: isLate ? "overdue" : "",
    open: (anchor) =>
      openCalendar(anchor, {
        label,
        value: clock && clock.slice(0, 10),
        time: clock ? clock.slice(11, 16) : null,
        canClear: true,
        chosen: (date, time) => keep(date && instantIn(date, time ?? "09:00", zone)),
      }),
    clear: at ? () => keep(null) : null,
  });
}
