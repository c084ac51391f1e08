/**
 * The widget: what is scheduled for today or due today, done or not, as few rows as a home screen shows, in a window that
 * holds nothing else. It is what `GET /v1/views/widget` answers, made of what lies on this device, so that it works
 * without a network.
 *
 * @import { Picture, Row } from "../../types/messages.js"
 */
import { clockIn } from "../dates.js";
import { setState } from "../deeds.js";
import { homes, keeper, listNamed, outline } from "../desk.js";
import { chooseLists } from "../dialogs/choose-lists.js";
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { openMenu } from "../parts/menu.js";
import { openTask } from "../parts/pane.js";
import { standingLine } from "../parts/standing-line.js";
import { preferences } from "../preferences.js";
import { render } from "../render.js";
import { go, goTo, path } from "../router.js";
import { momentName, number, timeOf } from "../words/forms.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";

const w = later.widget;

const subscription = "widget";
/** The server's rule and order: what was only due goes when the day is over on which it was done. */
const dueToday = "(date:today or (due:today and (open or completed:today)))";
/** How many tasks fit, and how large a window of their own is. */
const sizes = {
  small: { rows: 3, window: "popup,width=330,height=250" },
  medium: { rows: 8, window: "popup,width=360,height=500" },
};

export class WidgetPage {
  #title = element("h1", { tabindex: -1 }, w.title);
  #count = element("span", { class: "count" });
  #menu = element("button", { class: "quiet", "aria-label": w.menu, onclick: () => this.#openMenu() }, icon("more"));
  #body = element("div", { class: "widget-body" }, element("p", { role: "status" }, w.asking));

  /** @param {{size: "small" | "medium", lists?: string[]}} where */
  constructor({ size, lists = [] }) {
    this.size = size;
    this.lists = lists;
    document.title = `${w.title} - Daybook`;
    const head = element(
      "header",
      { class: "widget-head" },
      element("span", { class: "emblem of-today" }, icon("today")),
      this.#title,
      this.#count,
      this.#menu,
    );
    this.node = element("section", { class: "screen widget", onkeydown: pressed }, head, standingLine(), this.#body);
    const view = /** @type {const} */ ({ kind: "search", text: `${dueToday}${ofLists(lists)} sort:state` });
    keeper.look(subscription, view, 0, sizes[size].rows, (picture) => picture.fromDisk || this.#draw(picture));
  }

  focus() {
    this.#title.focus({ preventScroll: true });
  }

  end() {
    keeper.leave(subscription);
  }

  /** @param {Picture} picture */
  #draw({ rows, total, open }) {
    const shown = rows.slice(0, sizes[this.size].rows);
    const rest = total - shown.length;
    const name = this.lists.map((list) => list === "inbox" ? words.moveTo.noList : listNamed(list)?.name).filter(
      Boolean,
    );
    render(
      this.#title,
      w.title,
      name.length > 0 && element("span", { class: "widget-lists", dir: "auto" }, name.join(", ")),
    );
    render(
      this.#count,
      open > 0 && element("span", { "aria-hidden": "true" }, number(open)),
      open > 0 && element("span", { class: "unseen" }, w.open(open)),
    );
    render(
      this.#body,
      total === 0
        ? element("p", { class: "widget-nothing" }, w.nothing)
        : element("ul", { class: "widget-rows" }, shown.map(row)),
      rest > 0 && element("button", { class: "way", onclick: () => goTo("today") }, w.more(rest)),
    );
  }

  #openMenu() {
    const sized = (/** @type {"small" | "medium"} */ size) => ({
      label: w.sizes[size],
      checked: this.size === size,
      run: () => go({ screen: "widget", size, lists: this.lists }, { instead: true }),
    });
    openMenu(this.#menu, w.menu, [
      sized("small"),
      sized("medium"),
      homes().length > 0 && { label: w.chooseLists, icon: "list", kind: "apart", run: () => this.#chooseLists() },
      { label: w.add, icon: "plus", kind: "apart", run: () => go({ screen: "newTask", query: "" }) },
      { label: w.ownWindow, icon: "top", run: () => this.#openWindow() },
      { label: w.leave, icon: "forward", run: () => goTo("today") },
    ]);
  }

  async #chooseLists() {
    const lists = await chooseLists(w.chooseLists, w.allLists, this.lists);
    if (lists) go({ screen: "widget", size: this.size, ...(lists.length > 0 && { lists }) }, { instead: true });
  }

  /** One that a person puts where they like; it comes to the front where it is open already. */
  #openWindow() {
    open(path({ screen: "widget", size: this.size, lists: this.lists }), "daybook-widget", sizes[this.size].window)
      ?.focus();
  }
}

/** Which tasks of these, in the language of filters; without any, all. @param {string[]} lists */
function ofLists(lists) {
  const ids = lists.filter((list) => list === "inbox" || /^[0-9a-f-]{36}$/i.test(list));
  if (lists.length === 0) return "";
  // What names no list finds nothing, as at the server.
  if (ids.length === 0) return " and list:none and not list:none";
  return ` and (${ids.map((id) => `list:${id === "inbox" ? "none" : id}`).join(" or ")})`;
}

/** @param {Row} row */
function row({ id, title, state, dueAt, isOverdue }) {
  const isDone = state === "completed";
  const change = () => setState([id], isDone ? "notStarted" : "completed");
  const due = dueAt && dueName(dueAt);
  const onclick = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openTask(id);
  };
  const said = [w.show(title), words.states[state], due && words.due(due), isOverdue && words.overdueMark];
  return element(
    "li",
    { key: id, class: "widget-row", data: { state, task: id } },
    element(
      "button",
      {
        class: "circle",
        "aria-label": `${isDone ? words.reopen(title) : words.complete(title)}, ${words.states[state]}`,
        onclick: change,
      },
      element("span", { class: "ring" }, icon("check")),
    ),
    element(
      "a",
      { class: "text", href: path({ screen: "task", id }), "aria-label": said.filter(Boolean).join(", "), onclick },
      element("span", { class: "title", dir: "auto", title }, title),
      due && element("span", { class: isOverdue ? "fact overdue" : "fact" }, icon("due"), due),
    ),
  );
}

/** Today the time is enough. @param {string} at */
function dueName(at) {
  const today = outline.value?.today ?? "";
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  return clockIn(at, zone).startsWith(today) ? timeOf(at, zone) : momentName(at, today, zone);
}

/** Arrows go from row to row, Space completes, as in a list. @param {KeyboardEvent} event */
function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const node = /** @type {Element} */ (event.target).closest(".widget-row");
  const { singleKeys } = preferences.value;
  const isDown = event.key === "ArrowDown" || singleKeys && event.key === "j";
  const isUp = event.key === "ArrowUp" || singleKeys && event.key === "k";
  // Arrow down from the title goes to the first row.
  if (!node && isDown) {
    event.preventDefault();
    const first = /** @type {Element} */ (event.currentTarget).querySelector(".widget-row a");
    if (first instanceof HTMLElement) first.focus();
  }
  if (!node) return;
  const isDeed = event.key === " " && event.target instanceof HTMLAnchorElement;
  if (!isDown && !isUp && !isDeed) return;
  event.preventDefault();
  const next = isDown ? node.nextElementSibling : node.previousElementSibling;
  if (!isDeed) /** @type {HTMLElement | null} */ (next?.querySelector("a"))?.focus();
  else if (!event.repeat) /** @type {HTMLElement | null} */ (node.querySelector(".circle"))?.click();
}
