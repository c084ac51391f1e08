/**
 * The views and lists, at the side where there is room and in a drawer on a phone. Overdue, Past and, where nobody plans
 * by parts of the day, the backlog stand here only while something is in them.
 *
 * @import { Address } from "../router.js"
 */
import { address, outline } from "../desk.js";
import { editList } from "../dialogs/edit-list.js";
import { element } from "../element.js";
import { render } from "../render.js";
import { hasDayParts } from "../regions.js";
import { go, path } from "../router.js";
import { icon, listMark } from "./icons.js";
import { openListMenu } from "./list-menu.js";
import { number } from "../words/forms.js";
import { words } from "../words/words.js";

const lists = element("ul", { class: "nav-list lists" });
const views = element("ul", { class: "nav-list" });
const last = element("ul", { class: "nav-list last" });

export const sidebar = element(
  "nav",
  { class: "sidebar", "aria-label": words.navigation },
  element("div", { class: "brand", "aria-hidden": "true" }, words.welcome.title),
  element(
    "div",
    { class: "nav-scroll" },
    views,
    element("h2", { class: "nav-heading" }, words.lists.heading),
    lists,
    newList(),
  ),
  last,
);

/** Where somebody is; a task that is open lies over it. @type {Address} */
let place = address.value;

/** Draws it whenever counts, lists or the place change. */
export function drawSidebar() {
  if (address.value.screen !== "task") place = address.value;
  const counts = outline.value?.counts;
  render(
    views,
    entry("inbox", "inbox", counts?.inbox),
    entry("today", "today", counts?.today),
    entry("upcoming", "upcoming", counts?.upcoming),
    item({ screen: "calendar" }, words.views.calendar, () => icon("month", "of-upcoming"), 0, {
      data: { drop: "calendar" },
    }),
    hasDayParts() && item({ screen: "board" }, words.views.board, () => icon("board", "of-board"), counts?.board, {
      data: { drop: "board" },
    }),
    (hasDayParts() || (counts?.backlog ?? 0) > 0) && entry("backlog", "backlog", counts?.backlog),
    (counts?.overdue ?? 0) > 0 && entry("overdue", "overdue", counts?.overdue),
    (counts?.past ?? 0) > 0 && entry("past", "past", counts?.past),
    entry("logbook", "logbook"),
  );
  render(lists, (outline.value?.lists ?? []).map(listEntry));
  render(
    last,
    item({ screen: "history" }, words.views.history, () => icon("undo")),
    item({ screen: "statistics" }, words.analytics, () => icon("statistics")),
    item({ screen: "settings" }, words.settings.title, () => icon("settings")),
  );
}

/**
 * @param {"inbox" | "today" | "upcoming" | "past" | "overdue" | "logbook" | "backlog"} kind @param {string} name
 * @param {number} [count]
 */
function entry(kind, name, count) {
  const drop = kind === "logbook" || kind === "past" || kind === "overdue" ? {} : { drop: kind };
  return item({ screen: "view", view: { kind } }, words.views[kind], () => icon(name, `of-${kind}`), count, {
    data: drop,
  });
}

/** @param {import("../../types/messages.js").ListRow} list */
function listEntry({ id, name, colorHex, filter, open }) {
  return item({ screen: "view", view: { kind: "list", id } }, name, () => listMark(colorHex, filter), open, {
    looks: [colorHex, filter],
    data: filter === undefined ? { drop: `list:${id}` } : {},
    oncontextmenu: (/** @type {PointerEvent} */ event) => {
      event.preventDefault();
      openListMenu(id, { x: event.clientX, y: event.clientY });
    },
  });
}

/** The entries as they were made last, by address, and of what. @type {Map<string, {node: HTMLElement, made: string}>} */
const entries = new Map();

/**
 * An entry is made again only where it is another: most changes are of one count.
 * @param {Address} where @param {string} name @param {() => Element} mark @param {number} [count]
 * @param {import("../element.js").Attributes & {looks?: unknown}} [more]  how the mark looks, where it may change
 */
function item(where, name, mark, count, { looks, ...more } = {}) {
  const isHere = isAt(where);
  const key = path(where);
  const made = JSON.stringify([name, count, isHere, looks, more]);
  const before = entries.get(key);
  if (before?.made === made && before.node.isConnected) return before.node;
  const follow = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(where);
  };
  const link = element(
    "a",
    { href: key, class: "nav-item", "aria-current": isHere ? "page" : null, onclick: follow, ...more },
    mark(),
    element("span", { class: "nav-name", dir: "auto" }, name),
    count ? element("span", { class: "nav-count", "aria-label": words.openCount(count) }, number(count)) : null,
  );
  const node = element("li", { key }, link);
  // What is there already becomes what was made.
  entries.set(key, { node: before?.node.isConnected ? before.node : node, made });
  return node;
}

/** @param {Address} where */
function isAt(where) {
  if (where.screen === "settings") return path(place).startsWith(path(where));
  if (place.screen === "history" || place.screen === "calendar") return where.screen === place.screen;
  return path(place) === path(where);
}

function newList() {
  return element(
    "button",
    { class: "nav-item new-list", onclick: () => editList() },
    icon("plus"),
    element("span", { class: "nav-name" }, words.lists.new),
  );
}
