/**
 * What a task may have and most have not: what is there stands in a line, and the rest waits behind small buttons that add it.
 *
 * @import { Row, TaskFields } from "../../types/messages.js"
 * @import { Recurrence } from "../repeat/rule.js"
 */
import { outline } from "../desk.js";
import { element } from "../element.js";
import { levelOf } from "../levels.js";
import { icon } from "../parts/icons.js";
import { chooseCategory, chooseTags } from "../parts/names.js";
import { choosePriority } from "../parts/priority.js";
import { line, toggle } from "../parts/property.js";
import { chooseRepeat } from "../parts/repeat-menu.js";
import { tag } from "../parts/tag.js";
import { moved } from "../repeat/dates.js";
import { readRule } from "../repeat/rule.js";
import { sayDate } from "../words/forms.js";
import { words } from "../words/words.js";

/** @typedef {(fields: TaskFields) => void} Keep */

/** @param {Row} row @param {Keep} keep */
export function repeatLines(row, keep) {
  if (!row.recurrence) return [];
  const recurrence = /** @type {Recurrence} */ (row.recurrence);
  return [
    line({
      id: "repeat",
      icon: "repeat",
      label: words.repeat.name,
      value: words.repeats(readRule(recurrence)),
      none: "",
      open: (anchor) => chooseRepeat(anchor, row),
      clear: () => keep({ recurrence: null }),
    }),
    recurrence.onSchedule && element("p", { class: "property-more", key: "on schedule" }, words.repeat.onSchedule),
    outOfTurn(row, recurrence, keep),
  ];
}

/** Moving one occurrence moves no other, unless somebody says so. @param {Row} row @param {Recurrence} recurrence @param {Keep} keep */
function outOfTurn({ scheduledDate, state }, recurrence, keep) {
  const all = scheduledDate && state !== "completed" ? moved(recurrence, scheduledDate) : null;
  if (!all || !scheduledDate) return null;
  const day = sayDate(scheduledDate, { weekday: "long", day: "numeric", month: "long" });
  return element(
    "p",
    { class: "property-more", key: "out of turn" },
    words.repeat.onlyThis(day),
    " ",
    element(
      "button",
      { class: "way", id: "move-following", onclick: () => keep({ recurrence: all }) },
      words.repeat.allFollowing,
    ),
  );
}

/** @param {Row} row @param {Keep} keep @param {() => void} begin  writes the first subtask down */
export function moreProperties(row, keep, begin) {
  const level = levelOf(row.priority);
  const hasRollover = outline.value?.settings.rollover === "backlog";
  return [
    level && line({
      id: "priority",
      icon: "priority",
      label: words.priority.name,
      value: [
        element("span", { class: `priority ${level}`, "aria-hidden": "true" }, words.marks[level]),
        words.priority[level],
      ],
      none: "",
      open: (anchor) => choosePriority(anchor, [row.id], [row]),
      clear: () => keep({ priority: 0 }),
    }),
    row.category && line({
      id: "category",
      icon: "category",
      label: words.category.name,
      value: row.category,
      none: "",
      open: (anchor) => chooseCategory(anchor, row),
      clear: () => keep({ category: null }),
    }),
    row.tags.length > 0 && line({
      id: "tags",
      icon: "tag",
      label: words.tags.name,
      value: row.tags.map(tag),
      none: "",
      kind: "of-tags",
      open: (anchor) => chooseTags(anchor, [row.id], [row]),
    }),
    additions(row, begin),
    (hasRollover || row.sticky) &&
    toggle("sticky", words.detail.sticky, row.sticky, (sticky) => keep({ sticky })),
    (hasRollover || row.autoCarry) &&
    toggle("auto-carry", words.detail.autoCarry, row.autoCarry, (autoCarry) => keep({ autoCarry })),
  ];
}

/** What can be added. @param {Row} row @param {() => void} begin */
function additions(row, begin) {
  /** @type {[boolean, string, string, string, (anchor: HTMLElement) => void][]} */
  const all = [
    [!row.subtasks, "subtasks", "parts", words.subtasks.name, begin],
    [!row.recurrence, "repeat", "repeat", words.repeat.name, (anchor) => chooseRepeat(anchor, row)],
    [!levelOf(row.priority), "priority", "priority", words.priority.name, (at) => choosePriority(at, [row.id], [row])],
    [!row.category, "category", "category", words.category.name, (anchor) => chooseCategory(anchor, row)],
    [row.tags.length === 0, "tags", "tag", words.tags.name, (anchor) => chooseTags(anchor, [row.id], [row])],
  ];
  const missing = all.filter(([isMissing]) => isMissing);
  if (missing.length === 0 || row.deletedAt) return null;
  return element(
    "div",
    { class: "additions", key: "additions" },
    missing.map(([, id, drawn, name, open]) =>
      element(
        "button",
        {
          class: "addition",
          id: `property-${id}`,
          key: id,
          "aria-label": words.add(name),
          onclick: (/** @type {Event} */ { currentTarget }) => open(/** @type {HTMLElement} */ (currentTarget)),
        },
        icon(drawn),
        name,
      )
    ),
  );
}
