/**
 * Fields and their values in words.
 *
 * @import { Change, Entry } from "./told.js"
 */
import { colours } from "../../colours.js";
import { levelOf } from "../../levels.js";
import { readRule } from "../../repeat/rule.js";
import { dayName, inSentence, momentName, sayDate } from "../../words/forms.js";
import { words as common } from "../../words/words.js";
import { later } from "../../words/later.js";

const { stateNames } = common;
const words = later.history;

/** @typedef {{today: string, zone: string, listName(id: string): string | null}} About */

const d = words.did;
/** So much of a text says which it is. */
const most = 120;
/** They follow from what is told, or are nothing that a person did. */
const silent = [
  "completedAt",
  "createdAt",
  "enteredBacklogAt",
  "parentRecurringId",
  "sortOrder",
  "carryCount",
  "deletedAt",
  "modifiedAt",
  "updatedAt",
];

/**
 * A value as it stands in a line; null where there is none.
 * @param {string} field @param {any} value @param {About} about @returns {string | null}
 */
export function say(field, value, about) {
  const said = sayWhole(field, value, about);
  return said === null ? null : clipped(said);
}

/**
 * A value, however long; null where there is none.
 * @param {string} field @param {any} value @param {About} about @returns {string | null}
 */
export function sayWhole(field, value, about) {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) {
    return null;
  }
  switch (field) {
    case "listId":
      return about.listName(value) ?? words.goneList;
    case "state":
      return stateNames[/** @type {keyof typeof stateNames} */ (value)] ?? String(value);
    case "scheduledDate":
      return inSentence(dayName(value, about.today));
    case "dueAt":
    case "reminderAt":
    case "deletedAt":
    case "completedAt":
      return inSentence(momentName(value, about.today, about.zone));
    case "recurrence":
      return common.repeats(readRule(value));
    case "colorHex":
      return common.lists.colours[colours.indexOf(value.toLowerCase())] ?? value;
    case "firstWeekday":
      return sayDate(`2024-01-0${value}`, { weekday: "long" });
    case "regionLimits":
      return Object.entries(value).map(([bucket, room]) => `${words.buckets[bucket] ?? bucket} ${room}`).join(", ");
    case "region":
      return words.regions[value] ?? String(value);
    case "bucket":
      return value === "none" ? null : words.buckets[value] ?? String(value);
    case "rollover":
    case "inboxRule":
    case "quickAdd":
      return words.choices[value] ?? String(value);
    case "priority":
      return levelOf(value) && common.priority[/** @type {"high" | "medium" | "low"} */ (levelOf(value))];
    case "tags":
      return value.map((/** @type {string} */ tag) => `#${tag}`).join(" ");
  }
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Text as it stands in a line. @param {string} text */
export function clipped(text) {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most).trimEnd()} …` : line;
}

/**
 * What became of one field, in at most one sentence; its neighbours say whether they tell it already.
 * @param {Change} change @param {Change[]} changes @param {About} about @returns {string[]}
 */
export function fieldWords({ field, old, new: value }, changes, about) {
  if (silent.includes(field)) return [];
  const before = say(field, old, about);
  const after = say(field, value, about);
  if (before === after && !["notes", "title", "filter", "colorHex"].includes(field)) return [];
  switch (field) {
    case "title":
    case "name":
      return [d.renamed(before ?? "", after ?? "")];
    case "notes":
      if (before === null) return [`${d.notesAdded}: “${after}”`];
      return [after === null ? `${d.notesRemoved}: “${before}”` : d.notes(before, after)];
    case "state":
      return [stateWords(old, value)];
    case "scheduledDate":
      return [d.date(before, after)];
    case "listId":
      return [d.list(before, after)];
    case "region":
      return [d.region(before, withBucket(after, changes.find(({ field }) => field === "bucket")?.new))];
    case "bucket":
      return changes.some(({ field }) => field === "region") ? [] : [d.field(words.field(field), before, after)];
    case "recurrence":
      return [value === null ? d.repeatsNoMore : old === null ? d.repeats : d.repeatsOtherwise];
    case "parentId":
      return [value === null ? d.noPart : d.part];
    case "colorHex":
      return [d.colour];
    default:
      return [d.field(words.field(field), before, after)];
  }
}

/** Where a new task was put. @param {Entry} entry @param {About} about @returns {string[]} */
export function placeWords({ changes }, about) {
  const value = (/** @type {string} */ name) => changes.find(({ field }) => field === name)?.new ?? null;
  const named = (/** @type {string} */ name) => say(name, value(name), about);
  const [day, list, due] = [named("scheduledDate"), named("listId"), named("dueAt")];
  const region = withBucket(named("region"), value("bucket"));
  return [
    day && d.forDay(day),
    region,
    list && d.inList(list),
    due && d.due(due),
    value("recurrence") !== null && d.repeating,
  ].filter((one) => typeof one === "string");
}

/** @param {string | null} region @param {string | undefined | null} bucket */
function withBucket(region, bucket) {
  const name = bucket && words.buckets[bucket];
  return region && name ? `${region}, ${name}` : region;
}

/** @param {string | null} old @param {string} state */
function stateWords(old, state) {
  if (state === "completed") return d.completed;
  if (old === "completed") return d.reopened;
  return state === "active" ? d.started : d.stopped;
}
