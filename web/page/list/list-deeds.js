/**
 * What keys and menus do with the rows of a list.
 *
 * @import { List } from "./list.js"
 */
import { say, takeTurn } from "../announce.js";
import { stepped } from "../dates.js";
import { arrange, move, nextState, remark, setState } from "../deeds.js";
import { keeper, outline } from "../desk.js";
import { openTask } from "../parts/pane.js";
import { words } from "../words/words.js";
import { Carry } from "./carry.js";
import { editInPlace } from "./edit-in-place.js";
import { gather } from "./gather.js";
import { openTaskMenu } from "./menu.js";
import { canArrange, peersOf } from "./order.js";

export class ListDeeds {
  /** @type {Carry | null} */
  carry = null;
  /** Until the rows that were chosen last are known: what is done next is done to them. @type {Promise<void> | null} */
  selecting = null;

  /** @param {List} list */
  constructor(list) {
    this.list = list;
  }

  turnState() {
    const { currentRow, chosen } = this.list;
    if (currentRow) setState(chosen, nextState(currentRow));
  }

  open() {
    if (this.list.current) openTask(this.list.current, "title");
  }

  rename() {
    const { current, window } = this.list;
    const node = current && window.node(current);
    if (node) editInPlace(this.list, node);
  }

  toggle() {
    const { currentRow, currentIndex, selection } = this.list;
    if (!currentRow) return;
    selection.toggle(currentRow.id, currentIndex);
    say(words.selected(selection.size));
  }

  /** The rows that are not here are asked for, and keys wait for them. */
  selectAll() {
    const { picture, view } = this.list;
    if (picture && picture.rows.length === picture.total) return this.#select(picture.rows.map(({ id }) => id));
    this.selecting = gather(keeper, view).then((ids) => this.#select(ids)).finally(() => this.selecting = null);
  }

  /** @param {string[]} ids */
  #select(ids) {
    this.list.selection.set(ids, 0);
    say(words.selected(ids.length));
  }

  /** @param {HTMLElement | {x: number, y: number}} [anchor] */
  openMenu(anchor) {
    const { chosenRows, current, window, rows, view } = this.list;
    const node = current && window.node(current);
    openTaskMenu(anchor ?? (node || rows), chosenRows, {
      shift: canArrange(view) ? (where) => this.shift(where) : undefined,
      rename: () => this.rename(),
      select: () => this.toggle(),
      lift: canArrange(view) && matchMedia("(hover: hover)").matches ? () => this.lift() : undefined,
    });
  }

  /** A day earlier or later, but never into the past, which nobody can plan for. @param {1 | -1} step */
  reschedule(step) {
    const { currentRow: row, chosen } = this.list;
    const today = outline.value?.today;
    if (!row || !today) return;
    const date = stepped(row.scheduledDate, step, today);
    if (date) move(chosen, { kind: "date", date });
    else remark(row.scheduledDate ? words.notBeforeToday : words.noDateYet);
  }

  /** Moves the current row among those of its state and its day. @param {"up" | "down" | "top" | "bottom"} where */
  async shift(where) {
    const { currentRow: row, view } = this.list;
    if (!row || !canArrange(view)) return;
    const peers = peersOf(this.list, row);
    const at = peers.findIndex(({ id }) => id === row.id);
    const others = peers.filter(({ id }) => id !== row.id);
    const to = { up: at - 1, down: at + 1, top: 0, bottom: others.length }[where];
    if (to < 0 || to > others.length) return say(words.nowAt(at + 1, peers.length));
    const sayWhenDone = takeTurn();
    await arrange([row.id], others[to - 1]?.id ?? null, others[to]?.id ?? null);
    sayWhenDone(words.nowAt(to + 1, peers.length));
  }

  /** Lifts the current row, to be carried by the arrows. */
  lift() {
    const { currentRow: row, view } = this.list;
    if (row && canArrange(view)) this.carry = new Carry(this.list, row, () => this.carry = null);
  }
}
