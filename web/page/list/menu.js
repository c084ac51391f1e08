/**
 * What can be done with one task or several, by the right button, a long press, Shift+F10, `.` or the three dots.
 *
 * @import { Place, Row } from "../../types/messages.js"
 */
import { edit, move, remove, restore, setState } from "../deeds.js";
import { outline } from "../desk.js";
import { openCalendar } from "../parts/calendar.js";
import { withMore } from "../parts/later.js";
import { openListChoice } from "../parts/list-choice.js";
import { chooseTags } from "../parts/names.js";
import { openMenu } from "../parts/menu.js";
import { choosePriority } from "../parts/priority.js";
import { chooseRepeat } from "../parts/repeat-menu.js";
import { openTask } from "../parts/pane.js";
import { standAlone } from "../subtasks/deeds.js";
import { chooseRegion } from "../parts/region-choice.js";
import { hasDayParts } from "../regions.js";
import { words } from "../words/words.js";

/**
 * @typedef {object} Around
 * @property {boolean} [isDetail]  the task is open already
 * @property {() => void} [close]
 * @property {(where: "up" | "down" | "top") => void} [shift]
 * @property {() => void} [rename]
 * @property {() => void} [select]
 * @property {() => void} [lift]
 * @property {() => void} [closed]
 */

/** @param {HTMLElement | {x: number, y: number}} anchor @param {Row[]} rows @param {Around} around */
export function openTaskMenu(anchor, rows, { isDetail, close, shift, rename, select, lift, closed }) {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const [row] = rows;
  const isOne = rows.length === 1;
  const isDone = rows.every(({ state }) => state === "completed");
  const to = (/** @type {Place} */ place) => () => move(ids, place);
  if (rows.every(({ deletedAt }) => deletedAt)) {
    return openMenu(anchor, row.title, [
      { label: words.menu.restore, icon: "past", run: () => restore(ids) },
      isOne && {
        label: words.menu.erase,
        icon: "deleted",
        kind: "danger",
        run: () => (close?.(), withMore((more) => more.eraseTask(row))),
      },
    ], closed);
  }
  return openMenu(anchor, isOne ? row.title : words.selected(rows.length), [
    isOne && !isDetail && { label: words.menu.open, icon: "forward", keys: "Enter", run: () => openTask(row.id) },
    isOne && rename && { label: words.menu.edit, icon: "edit", keys: "E", run: rename },
    !isDone && { label: words.menu.complete, icon: "check", run: () => setState(ids, "completed") },
    isDone && { label: words.menu.reopen, icon: "past", run: () => setState(ids, "notStarted") },
    !isDone && row.state !== "active" &&
    { label: words.menu.active, icon: "start", keys: "A", run: () => setState(ids, "active") },
    { label: words.menu.today, icon: "today", keys: "T", kind: "apart", run: to({ kind: "today" }) },
    { label: words.menu.tomorrow, icon: "tomorrow", keys: "M", run: to({ kind: "tomorrow" }) },
    { label: words.menu.date, icon: "date", keys: "D", run: () => chooseDate(anchor, ids, rows) },
    { label: words.menu.inbox, icon: "inbox", keys: "I", run: to({ kind: "inbox" }) },
    { label: words.menu.list, icon: "list", keys: "L", run: () => chooseList(anchor, ids, rows) },
    { label: words.menu.priority, icon: "priority", keys: "P", run: () => choosePriority(anchor, ids, rows) },
    { label: words.menu.tags, icon: "tag", keys: "#", run: () => chooseTags(anchor, ids, rows) },
    isOne && { label: words.menu.repeat, icon: "repeat", run: () => chooseRepeat(anchor, row) },
    rows.every(({ parentId }) => parentId) &&
    { label: words.subtasks.alone, icon: "parts", run: () => standAlone(ids) },
    hasDayParts() &&
    { label: words.dayParts.regionMenu.region, icon: "board", keys: "R", run: () => chooseRegion(anchor, ids, rows) },
    isOne && !row.hasNotes && !isDetail &&
    { label: words.menu.note, icon: "note", run: () => openTask(row.id, "notes") },
    shift && { label: words.menu.up, icon: "up", keys: "Alt+↑", kind: "apart", run: () => shift("up") },
    shift && { label: words.menu.down, icon: "down", keys: "Alt+↓", run: () => shift("down") },
    shift && { label: words.menu.top, icon: "top", run: () => shift("top") },
    lift && { label: words.menu.lift, icon: "keys", keys: "Shift+M", run: lift },
    select && { label: words.menu.select, icon: "select", keys: "X", run: select },
    { label: words.menu.delete, icon: "deleted", keys: "Del", kind: "danger", run: () => (close?.(), remove(ids)) },
  ], closed);
}

/**
 * Of many rows not all are known here, so that `rows` only say what stands chosen now.
 * @param {HTMLElement | {x: number, y: number}} anchor @param {string[]} ids @param {Row[]} rows
 */
export function chooseDate(anchor, ids, rows) {
  openCalendar(anchor, {
    label: words.menu.date,
    about: ids.length === 1 ? rows[0]?.title : words.selected(ids.length),
    value: ids.length === 1 ? rows[0]?.scheduledDate ?? null : null,
    // What is done may have been done on another day.
    first: rows.some(({ state }) => state !== "completed") ? outline.value?.today : undefined,
    canClear: true,
    chosen: (date) => date ? move(ids, { kind: "date", date }) : edit(ids, { scheduledDate: null }),
  });
}

/** @param {HTMLElement | {x: number, y: number}} anchor @param {string[]} ids @param {Row[]} rows */
export function chooseList(anchor, ids, rows) {
  const isSame = rows.length === ids.length && rows.every(({ listId }) => listId === rows[0].listId);
  openListChoice(anchor, ids, isSame ? rows[0].listId : undefined);
}
