/**
 * One task in a list: its circle, its title, and below it in small type only what there is to say.
 *
 * @import { Row, View } from "../../types/messages.js"
 */
import { filterOf, listNamed, outline } from "../desk.js";
import { dress, element, fill } from "../element.js";
import { levelOf } from "../levels.js";
import { notAccepted } from "../not-accepted.js";
import { icon } from "../parts/icons.js";
import { inColourOf } from "../parts/tag.js";
import { readRule } from "../repeat/rule.js";
import { nameOf } from "../subtasks/names.js";
import { hasDayParts } from "../regions.js";
import { foundLine, marked } from "./found.js";
import { nameWays, rowWays } from "./row-ways.js";
import { dayName, momentName } from "../words/forms.js";
import { words } from "../words/words.js";

/** @typedef {{view: View, isSelected: boolean, isOpened: boolean, isLocked?: boolean,
 *   isUnkept?: boolean}} Circumstances  unkept: on its way to the disk */

/**
 * With what its title and what stands below it were made of.
 * @type {WeakMap<HTMLElement, {row: Row, text: string, parts: Parts}>}
 */
const shown = new WeakMap();

/** What a row's element shows. @param {HTMLElement} node */
export function rowOf(node) {
  return shown.get(node)?.row ?? null;
}

/**
 * Draws a row, and says whether it may have another height for it.
 * @param {Row} row @param {HTMLElement | null} before @param {Circumstances} how
 */
export function drawRow(row, before, how) {
  const node = before ?? element(
    "li",
    { class: "row", data: { id: row.id }, tabindex: -1 },
    element(
      "button",
      { class: "circle", tabindex: -1 },
      element("span", { class: "ring" }, icon("check")),
    ),
    element(
      "div",
      { class: "text" },
      element("div", { class: "title", dir: "auto" }),
      element("div", { class: "about" }),
    ),
    how.view.kind === "backlog" && element("button", { class: "quiet to-region", tabindex: -1 }, icon("board")),
    how.view.kind === "past" && rowWays(),
  );
  node.classList.toggle("selected", how.isSelected);
  node.classList.toggle("opened", how.isOpened);
  node.classList.toggle("locked", how.isLocked === true);
  dress(node, { "aria-busy": how.isUnkept ? "true" : null });
  const facts = factsOf(row, how.view);
  const { title, state, found, foundNotes } = row;
  const parts = {
    title: JSON.stringify([title, found]),
    about: JSON.stringify([foundNotes, facts]),
  };
  const text = JSON.stringify([state, parts]);
  const earlier = shown.get(node);
  const isPainted = earlier?.text !== text;
  if (isPainted) paint(node, row, facts, parts, earlier?.parts);
  shown.set(node, { row, text, parts });
  const name = [row.title, words.states[row.state], ...facts.map(({ words }) => words)];
  if (row.foundNotes) name.push(row.foundNotes.map(({ text }) => text).join(""));
  if (how.isSelected) name.push(words.selectedMark);
  if (how.isLocked) name.push(words.dayParts.locked);
  dress(node, { "aria-label": name.join(", ") });
  return { node, isPainted };
}

/** @typedef {{title: string, about: string}} Parts */

/**
 * What is the same stays, so that a page has nothing to lay out for it.
 * @param {HTMLElement} node @param {Row} row @param {Fact[]} facts @param {Parts} parts @param {Parts} [before]
 */
function paint(node, row, facts, parts, before) {
  const [circle, text, way] = node.children;
  const [title, about] = text.children;
  const earlier = node.dataset.state;
  node.dataset.state = row.state;
  if (earlier && earlier !== row.state) circle.classList.add("changed");
  const next = row.state === "completed" ? words.reopen : words.complete;
  dress(circle, { "aria-label": `${next(row.title)}, ${words.states[row.state]}` });
  const isWritten = title.querySelector("textarea") !== null;
  if (isWritten) parts.title = "";
  else if (parts.title !== before?.title) fill(title, marked(row.title, row.found));
  if (parts.about !== before?.about) fill(about, foundLine(row), facts.map(drawFact));
  if (way?.matches(".row-ways")) nameWays(way, row);
  else if (way) {
    dress(way, { "aria-label": words.dayParts.toRegion(row.title), title: words.dayParts.regionMenu.region });
  }
}

/** What a row has below its title. @param {Row} row @param {View} view */
export function aboutOf(row, view) {
  return factsOf(row, view).map(drawFact);
}

/** @typedef {{words: string, icon?: string, kind?: string, colour?: string | null, short?: string}} Fact */

/** @param {Fact} fact */
function drawFact({ words, icon: name, kind, colour, short }) {
  const dot = colour === undefined ? null : element("span", { class: "dot" });
  if (dot && colour) dot.style.backgroundColor = colour;
  const node = element("span", { class: `fact ${kind ?? ""}`.trim() }, name && icon(name), dot, short ?? words);
  return kind === "tag" ? inColourOf(node, short ?? words) : node;
}

/** Whether days stand among each other in a view. @param {View} view */
function showsDates(view) {
  if (view.kind === "search") return view.day === undefined;
  return ["inbox", "list", "past", "overdue", "deleted"].includes(view.kind);
}

/** What there is to say about a task where it stands. @param {Row} row @param {View} view @returns {Fact[]} */
function factsOf(row, view) {
  const today = outline.value?.today ?? "";
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  /** @type {Fact[]} */
  const facts = [];
  if (notAccepted.value.has(row.id)) facts.push({ words: words.notAcceptedMark, icon: "overdue", kind: "overdue" });
  const parent = row.parentId && nameOf(row.parentId);
  if (parent) facts.push({ words: words.subtasks.partOf(parent) });
  const priority = levelOf(row.priority);
  if (priority) {
    facts.push({ words: words.priorityOf[priority], kind: `priority ${priority}`, short: words.marks[priority] });
  }
  if (row.scheduledDate && today && showsDates(view)) {
    const kind = row.scheduledDate < today && row.state !== "completed" ? "late" : "";
    facts.push({ words: dayName(row.scheduledDate, today), icon: "date", kind });
  }
  if (row.dueAt) {
    const when = momentName(row.dueAt, today, zone);
    facts.push({
      words: row.isOverdue ? `${words.due(when)}, ${words.overdueMark}` : words.due(when),
      icon: "due",
      kind: row.isOverdue ? "overdue" : "",
      short: when,
    });
  }
  if (row.region && hasDayParts() && view.kind !== "region" && view.kind !== "backlog") {
    const bucket = row.bucket === "misc" ? null : row.bucket;
    facts.push({ words: words.dayParts.placeIn(row.region, bucket ?? undefined), icon: row.region });
  }
  const list = view.kind === "list" && filterOf(view) === null ? null : listNamed(row.listId);
  if (list) facts.push({ words: list.name, colour: list.colorHex });
  if (row.reminderAt && row.state !== "completed") {
    const when = momentName(row.reminderAt, today, zone);
    facts.push({ words: words.remind(when), icon: "bell", short: when });
  }
  if (row.subtasks) {
    const { done, total } = row.subtasks;
    facts.push({ words: words.subtasks.said(done, total), icon: "parts", short: words.subtasks.progress(done, total) });
  }
  if (row.recurrence) facts.push({ words: words.repeats(readRule(row.recurrence)), icon: "repeat" });
  if (row.hasNotes && !row.foundNotes) facts.push({ words: words.hasNotes, icon: "note", short: " " });
  if (row.category) facts.push({ words: words.inCategory(row.category), icon: "category", short: row.category });
  for (const tag of row.tags) facts.push({ words: `#${tag}`, kind: "tag", short: tag });
  if (row.carryCount > 0) facts.push({ words: words.carried(row.carryCount) });
  return facts;
}
