/**
 * The views and lists, at the side where there is room and in a drawer on a phone. Overdue and Past stand here only
 * while something is in them.
 *
 * @import { Address } from "../router.js"
 */
import { address, outline } from "../desk.js";
import { editList } from "../dialogs/edit-list.js";
import { element, refill } from "../element.js";
import { go, path } from "../router.js";
import { icon, listMark } from "./icons.js";
import { openListMenu } from "./list-menu.js";
import { number } from "../words/forms.js";
import * as words from "../words/en.js";

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

/** Draws it whenever counts, lists or the place change. */
export function drawSidebar() {
  const counts = outline.value?.counts;
  refill(
    views,
    entry("inbox", "inbox", counts?.inbox),
    entry("today", "today", counts?.today),
    entry("upcoming", "upcoming", counts?.upcoming),
    (counts?.overdue ?? 0) > 0 && entry("overdue", "overdue", counts?.overdue),
    (counts?.past ?? 0) > 0 && entry("past", "past", counts?.past),
    entry("logbook", "logbook"),
  );
  refill(lists, (outline.value?.lists ?? []).map(listEntry));
  refill(last, item({ screen: "settings" }, words.settings.title, icon("settings")));
}

/** @param {"inbox" | "today" | "upcoming" | "past" | "overdue" | "logbook"} kind @param {string} name @param {number} [count] */
function entry(kind, name, count) {
  const node = item({ screen: "view", view: { kind } }, words.views[kind], icon(name, `of-${kind}`), count);
  if (kind !== "logbook" && kind !== "past" && kind !== "overdue") {
    node.firstElementChild?.setAttribute("data-drop", kind);
  }
  return node;
}

/** @param {import("../../types/messages.js").ListRow} list */
function listEntry({ id, name, colorHex, filter, open }) {
  const node = item({ screen: "view", view: { kind: "list", id } }, name, listMark(colorHex, filter), open);
  const link = /** @type {HTMLElement} */ (node.firstElementChild);
  if (filter === undefined) link.dataset.drop = `list:${id}`;
  link.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    openListMenu(id, { x: event.clientX, y: event.clientY });
  });
  return node;
}

/** @param {Address} where @param {string} name @param {Element} mark @param {number} [count] */
function item(where, name, mark, count) {
  const isHere = isAt(where);
  const link = element(
    "a",
    { href: path(where), class: "nav-item", "aria-current": isHere ? "page" : null },
    mark,
    element("span", { class: "nav-name" }, name),
    count ? element("span", { class: "nav-count", "aria-label": words.openCount(count) }, number(count)) : null,
  );
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(where);
  });
  return element("li", {}, link);
}

/** @param {Address} where */
function isAt(where) {
  const now = address.value;
  if (now.screen === "devices" || now.screen === "account") return where.screen === "settings";
  return path(now) === path(where);
}

function newList() {
  return element(
    "button",
    { class: "nav-item new-list", type: "button", onclick: () => editList() },
    icon("plus"),
    element("span", { class: "nav-name" }, words.lists.new),
  );
}
