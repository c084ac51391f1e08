/**
 * When a task is to be done, by when, where it belongs, and what is to remind of it: a line each, with its value and a
 * way to change it.
 *
 * @import { Row, TaskFields } from "../../types/messages.js"
 */
import { listNamed, outline } from "../desk.js";
import { element } from "../element.js";
import { openCalendar, openMoment } from "../parts/calendar.js";
import { icon } from "../parts/icons.js";
import { openListChoice } from "../parts/list-choice.js";
import { reminderLine } from "../parts/reminder-line.js";
import { dayName, momentName } from "../words/forms.js";
import * as words from "../words/en.js";

/** @param {Row} row @param {(fields: TaskFields) => void} keep */
export function properties(row, keep) {
  const list = listNamed(row.listId);
  const hasRollover = outline.value?.settings.rollover === "backlog";
  return [
    states(row, keep),
    dayLine(row, keep),
    dueLine(row, keep),
    line(reminderLine(row, keep)),
    line({
      id: "list",
      icon: "list",
      label: words.detail.list,
      value: list?.name ?? null,
      none: words.moveTo.noList,
      colour: list?.colorHex,
      open: (anchor) => openListChoice(anchor, [row.id], row.listId),
    }),
    row.tags.length > 0 &&
    element("p", { class: "tags" }, row.tags.map((tag) => element("span", { class: "tag" }, `#${tag}`))),
    hasRollover && toggle("sticky", words.detail.sticky, row.sticky, (sticky) => keep({ sticky })),
    hasRollover && toggle("auto-carry", words.detail.autoCarry, row.autoCarry, (autoCarry) => keep({ autoCarry })),
  ];
}

/** @param {Row} row @param {(fields: TaskFields) => void} keep */
function states(row, keep) {
  const all = /** @type {Row["state"][]} */ (["notStarted", "active", "completed"]);
  const choice = (/** @type {Row["state"]} */ state) =>
    element("button", {
      id: `property-${state}`,
      "aria-pressed": String(row.state === state),
      onclick: () => row.state !== state && keep({ state }),
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

/**
 * @typedef {object} Line
 * @property {string} id
 * @property {string} icon
 * @property {string} label
 * @property {string | null} value
 * @property {string} none  what stands there where there is no value
 * @property {string} [kind]
 * @property {string | null} [colour]
 * @property {(anchor: HTMLElement) => void} open
 * @property {(() => void) | null} [clear]
 */

/** @param {Line} line */
function line({ id, icon: name, label, value, none, kind = "", colour, open, clear }) {
  const dot = colour ? element("span", { class: "dot" }) : null;
  if (dot && colour) dot.style.backgroundColor = colour;
  const onclick = (/** @type {Event} */ { currentTarget }) => open(/** @type {HTMLElement} */ (currentTarget));
  const button = element(
    "button",
    { class: `property ${kind}`.trim(), id: `property-${id}`, onclick },
    icon(name),
    element("span", { class: "property-label" }, label),
    element("span", { class: value ? "property-value" : "property-value none" }, dot, value ?? none),
  );
  const clearing = clear &&
    element(
      "button",
      { class: "quiet", "aria-label": words.detail.clear(label), onclick: clear },
      icon("close", "small"),
    );
  return element("div", { class: "property-line" }, button, clearing);
}

/** @param {string} id @param {string} label @param {boolean} on @param {(on: boolean) => void} keep */
export function toggle(id, label, on, keep) {
  const field = element("input", {
    type: "checkbox",
    role: "switch",
    class: "switch",
    id: `property-${id}`,
    checked: on,
    onchange: (/** @type {Event} */ { currentTarget }) => keep(/** @type {HTMLInputElement} */ (currentTarget).checked),
  });
  return element("label", { class: "toggle-line" }, element("span", {}, label), field);
}
