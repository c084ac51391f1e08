/**
 * When a task is to be done, by when, where it belongs, and what is to remind of it: a line each, with its value and a
 * way to change it.
 *
 * @import { Row, TaskFields } from "../../types/messages.js"
 */
import { setState } from "../deeds.js";
import { listNamed, outline } from "../desk.js";
import { element } from "../element.js";
import { openCalendar, openMoment } from "../parts/calendar.js";
import { openListChoice } from "../parts/list-choice.js";
import { line } from "../parts/property.js";
import { reminderLine } from "../parts/reminder-line.js";
import { chooseRegion } from "../parts/region-choice.js";
import { hasDayParts } from "../regions.js";
import { dayName, momentName } from "../words/forms.js";
import { words } from "../words/words.js";
import { moreProperties, repeatLines } from "./more-properties.js";

/** @param {Row} row @param {(fields: TaskFields) => void} keep @param {() => void} begin  writes the first subtask down */
export function properties(row, keep, begin) {
  const list = listNamed(row.listId);
  return [
    states(row),
    dayLine(row, keep),
    dueLine(row, keep),
    line(reminderLine(row, keep)),
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
function dayLine({ scheduledDate, state }, keep) {
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
        first: state === "completed" ? undefined : today,
        canClear: true,
        chosen: (date) => keep({ scheduledDate: date }),
      }),
    clear: scheduledDate ? () => keep({ scheduledDate: null }) : null,
  });
}

/** @param {Row} row @param {(fields: TaskFields) => void} keep */
function dueLine({ dueAt, isOverdue }, keep) {
  return line({
    id: "due",
    icon: "due",
    label: words.detail.due,
    value: dueAt && momentName(dueAt, outline.value?.today ?? "", String(outline.value?.settings.timeZone ?? "UTC")),
    none: words.detail.none,
    kind: isOverdue ? "overdue" : "",
    open: (anchor) => openMoment(anchor, words.detail.due, dueAt, (at) => keep({ dueAt: at })),
    clear: dueAt ? () => keep({ dueAt: null }) : null,
  });
}
