/**
 * Everything that can be done, by name, with its keys: what the keyboard, the palette and the list of keys all read.
 *
 * @import { Row } from "../types/messages.js"
 */
import { move, redo, remove, setState, undo } from "./deeds.js";
import { keeper, outline } from "./desk.js";
import { editList } from "./dialogs/edit-list.js";
import { chooseDate, chooseList } from "./list/menu.js";
import { withMore } from "./parts/later.js";
import { chooseTags } from "./parts/names.js";
import { openPalette } from "./parts/palette.js";
import { choosePriority } from "./parts/priority.js";
import { chooseRepeat } from "./parts/repeat-menu.js";
import { chooseBucket, chooseRegion } from "./parts/region-choice.js";
import { hasDayParts, regions } from "./regions.js";
import { go, goTo } from "./router.js";
import * as screen from "./screen.js";
import { words } from "./words/words.js";

/**
 * @typedef {object} Command
 * @property {string} name
 * @property {string[]} keys  as they are written: `g i`, `Ctrl+Z`, `Shift+Space`
 * @property {"everywhere" | "row" | "text"} where  `everywhere` but in text; on a row; also while text is written
 * @property {() => void} run
 * @property {boolean} [isQuiet]  not in the palette
 */

const c = words.commands;

/** @param {(ids: string[], rows: Row[], anchor: HTMLElement) => void} deed */
const onRows = (deed) => () => {
  const list = screen.list();
  const ids = list?.chosen ?? [];
  if (!list || ids.length === 0) return;
  const rows = list.picture?.rows.filter(({ id }) => ids.includes(id)) ?? [];
  deed(ids, rows, list.window.node(list.current ?? "") ?? list.rows);
};

/** @type {Command[]} */
const everywhere = [
  { name: c.capture, keys: ["n", "c"], where: "everywhere", run: () => screen.focusCapture() },
  { name: c.go(words.views.inbox), keys: ["1", "g i"], where: "everywhere", run: () => goTo("inbox") },
  { name: c.go(words.views.today), keys: ["2", "g t"], where: "everywhere", run: () => goTo("today") },
  { name: c.go(words.views.upcoming), keys: ["3", "g u"], where: "everywhere", run: () => goTo("upcoming") },
  { name: c.go(words.views.calendar), keys: ["g c"], where: "everywhere", run: () => go({ screen: "calendar" }) },
  { name: c.go(words.views.past), keys: ["g p"], where: "everywhere", run: () => goTo("past") },
  { name: c.lists, keys: ["g l"], where: "everywhere", run: () => showLists() },
  { name: c.go(words.views.overdue), keys: ["g o"], where: "everywhere", run: () => goTo("overdue") },
  { name: c.go(words.views.logbook), keys: ["g h"], where: "everywhere", run: () => view("logbook") },
  { name: c.go(words.views.history), keys: [], where: "everywhere", run: () => go({ screen: "history" }) },
  { name: c.go(words.views.deleted), keys: [], where: "everywhere", run: () => view("deleted") },
  { name: c.review, keys: ["g r"], where: "everywhere", run: () => go({ screen: "review" }) },
  { name: c.reviewWeek, keys: [], where: "everywhere", run: () => go({ screen: "review", part: "week" }) },
  { name: c.statistics, keys: ["g s"], where: "everywhere", run: () => go({ screen: "statistics" }) },
  { name: c.widget, keys: [], where: "everywhere", run: () => go({ screen: "widget", size: "medium" }) },
  { name: c.go(words.settings.title), keys: ["g ,"], where: "everywhere", run: () => go({ screen: "settings" }) },
  { name: words.settings.devices, keys: [], where: "everywhere", run: () => go({ screen: "devices" }) },
  { name: words.settings.account, keys: [], where: "everywhere", run: () => go({ screen: "account" }) },
  { name: words.settings.apps, keys: [], where: "everywhere", run: () => go({ screen: "apps" }) },
  { name: words.settings.data, keys: [], where: "everywhere", run: () => go({ screen: "data" }) },
  { name: words.settings.capture, keys: [], where: "everywhere", run: () => go({ screen: "captureWays" }) },
  { name: words.settings.notifications, keys: [], where: "everywhere", run: () => go({ screen: "notifications" }) },
  { name: c.rings, keys: ["F8"], where: "everywhere", run: () => focusRings() },
  { name: words.search, keys: ["/"], where: "everywhere", run: () => openSearch() },
  { name: c.palette, keys: ["Ctrl+K"], where: "text", run: () => showCommands(), isQuiet: true },
  { name: words.undo, keys: ["Ctrl+Z"], where: "everywhere", run: undo },
  { name: words.redo, keys: ["Ctrl+Shift+Z", "Ctrl+Y"], where: "everywhere", run: redo },
  { name: c.keys, keys: ["?"], where: "everywhere", run: () => withMore((more) => more.showKeys(commands())) },
  { name: c.newList, keys: [], where: "everywhere", run: () => editList() },
  { name: c.sync, keys: [], where: "everywhere", run: () => keeper.sync() },
];

/** @type {Command[]} */
const rows = [
  { name: c.nextState, keys: ["Space"], where: "row", run: () => screen.deeds()?.turnState() },
  { name: words.menu.active, keys: ["a"], where: "row", run: onRows((ids) => setState(ids, "active")) },
  { name: words.menu.complete, keys: ["Shift+Space"], where: "row", run: onRows((ids) => setState(ids, "completed")) },
  { name: words.menu.open, keys: ["Enter"], where: "row", run: () => screen.deeds()?.open() },
  { name: words.menu.edit, keys: ["e", "F2"], where: "row", run: () => screen.deeds()?.rename() },
  { name: words.menu.today, keys: ["t"], where: "row", run: onRows((ids) => move(ids, { kind: "today" })) },
  { name: words.menu.tomorrow, keys: ["m"], where: "row", run: onRows((ids) => move(ids, { kind: "tomorrow" })) },
  { name: words.menu.date, keys: ["d"], where: "row", run: onRows((ids, all, at) => chooseDate(at, ids, all)) },
  { name: words.menu.inbox, keys: ["i"], where: "row", run: onRows((ids) => move(ids, { kind: "inbox" })) },
  { name: words.menu.list, keys: ["l"], where: "row", run: onRows((ids, all, at) => chooseList(at, ids, all)) },
  { name: words.menu.priority, keys: ["p"], where: "row", run: onRows((ids, all, at) => choosePriority(at, ids, all)) },
  { name: words.menu.tags, keys: ["#"], where: "row", run: onRows((ids, all, at) => chooseTags(at, ids, all)) },
  { name: words.menu.repeat, keys: [], where: "row", run: onRows((_, [row], at) => row && chooseRepeat(at, row)) },
  { name: c.earlier, keys: ["["], where: "row", run: () => screen.deeds()?.reschedule(-1) },
  { name: c.later, keys: ["]"], where: "row", run: () => screen.deeds()?.reschedule(1) },
  { name: words.menu.up, keys: ["Alt+ArrowUp"], where: "row", run: () => screen.deeds()?.shift("up") },
  { name: words.menu.down, keys: ["Alt+ArrowDown"], where: "row", run: () => screen.deeds()?.shift("down") },
  { name: words.menu.top, keys: ["Alt+Shift+ArrowUp"], where: "row", run: () => screen.deeds()?.shift("top") },
  { name: words.menu.bottom, keys: ["Alt+Shift+ArrowDown"], where: "row", run: () => screen.deeds()?.shift("bottom") },
  { name: words.menu.lift, keys: ["Shift+M"], where: "row", run: () => screen.deeds()?.lift() },
  { name: words.menu.select, keys: ["x"], where: "row", run: () => screen.deeds()?.toggle() },
  { name: c.selectAll, keys: ["Ctrl+A"], where: "row", run: () => screen.deeds()?.selectAll() },
  { name: c.history, keys: [], where: "row", run: onRows(([task]) => go({ screen: "history", task })) },
  { name: words.menu.delete, keys: ["Delete", "Backspace"], where: "row", run: onRows((ids) => remove(ids)) },
  { name: c.menu, keys: ["Shift+F10", "."], where: "row", run: () => screen.deeds()?.openMenu(), isQuiet: true },
];

/** Where the calendar is shown, but for the keys of a row. @type {Command[]} */
const inCalendar = [
  { name: c.calendarAdd, keys: ["+"], where: "everywhere", run: () => screen.calendar()?.write() },
  { name: c.calendarToday, keys: ["t"], where: "everywhere", run: () => screen.calendar()?.today() },
  { name: c.calendarMonth, keys: [], where: "everywhere", run: () => screen.calendar()?.show("month") },
  { name: c.calendarWeek, keys: [], where: "everywhere", run: () => screen.calendar()?.show("week") },
];

/** Where somebody plans by parts of the day. @type {Command[]} */
const dayParts = [
  { name: c.go(words.views.board), keys: ["g b"], where: "everywhere", run: () => go({ screen: "board" }) },
  ...regions.map((region) => /** @type {Command} */ ({
    name: c.go(words.dayParts.regions[region]),
    keys: [],
    where: "everywhere",
    run: () => go({ screen: "view", view: { kind: "region", region } }),
  })),
  { name: c.go(words.views.backlog), keys: ["g k"], where: "everywhere", run: () => view("backlog") },
  {
    name: words.dayParts.regionMenu.region,
    keys: ["r"],
    where: "row",
    run: onRows((ids, all, at) => chooseRegion(at, ids, all)),
  },
  {
    name: words.dayParts.regionMenu.bucket,
    keys: ["b"],
    where: "row",
    run: onRows((ids, all, at) => chooseBucket(at, ids, all)),
  },
];

/** To what rings at the edge of the screen. */
function focusRings() {
  /** @type {HTMLElement | null} */ (document.querySelector(".ringing .strong"))?.focus();
}

/** @param {"logbook" | "deleted" | "backlog"} kind */
function view(kind) {
  go({ screen: "view", view: { kind } });
}

/** @returns {Command[]} */
function lists() {
  return (outline.value?.lists ?? []).map(({ id, name }) => ({
    name: c.go(name),
    keys: [],
    where: /** @type {const} */ ("everywhere"),
    run: () => go({ screen: "view", view: { kind: "list", id } }),
  }));
}

/** Lists alone, to be found by name; where there is none, one can be made. */
function showLists() {
  openPalette([...lists(), ...everywhere.filter(({ name }) => name === c.newList)]);
}

/** All of them, those for the lists that are there too. @returns {Command[]} */
export function commands() {
  return [
    ...everywhere,
    ...(hasDayParts() ? dayParts : []),
    ...rows,
    ...(screen.calendar() ? inCalendar : []),
    ...lists(),
  ];
}

/** Opens all commands, to be found by name; what is no command can be searched for. */
export function showCommands() {
  openPalette(commands(), { name: c.searchFor, run: openSearch });
}

/** Opens the search, or goes on in it. @param {string} [text] */
export function openSearch(text = searchHere()) {
  const now = screen.shown.value?.view;
  go({
    screen: "view",
    view: text === undefined && now?.kind === "search" ? now : { kind: "search", text: text ?? "" },
  });
  screen.shown.value?.focus();
}

/** A search from the backlog begins in it; the chip is taken away by a press. */
function searchHere() {
  return screen.shown.value?.view?.kind === "backlog" ? "region:backlog" : undefined;
}
