/**
 * What keys and menus do with the rows of a list.
 *
 * @import { Place, Row } from "../../types/messages.js"
 */
import { say } from "../announce.js";
import { stepped } from "../dates.js";
import { move, nextState, perform, remark, setState } from "../deeds.js";
import { filterOf, keeper, outline } from "../desk.js";
import { openTask } from "../parts/pane.js";
import * as words from "../words/en.js";
import { Carry } from "./carry.js";
import { editInPlace } from "./edit-in-place.js";
import { gather } from "./gather.js";
import { List } from "./list.js";
import { openTaskMenu } from "./menu.js";

export class ListDeeds extends List {
  /** @type {Carry | null} */
  carry = null;
  /** Until the rows that were chosen last are known: what is done next is done to them. @type {Promise<void> | null} */
  selecting = null;
  /** A new task that is to be seen as soon as it is here. @type {string | null} */
  #fresh = null;

  /** Brings a task that was just written down onto the screen. @param {string} id */
  revealSoon(id) {
    this.#fresh = id;
    this.#revealFresh();
  }

  /** New tasks come behind the open ones, so that its place is known before its row is. */
  #revealFresh() {
    const { picture } = this;
    if (this.#fresh === null || !picture) return;
    const index = this.indexOf(this.#fresh);
    const place = index >= 0 || picture.groups.length > 0 ? index : picture.open - 1;
    if (place >= 0) this.window.reveal(place);
    if (index >= 0) this.#fresh = null;
  }

  /** @override */
  arrived() {
    this.#revealFresh();
    this.#forgetGone();
  }

  /** What has left the view is not selected any more, as far as all of the view is known. */
  #forgetGone() {
    const { picture, selection } = this;
    if (!picture || selection.size === 0 || picture.rows.length < picture.total) return;
    const there = picture.rows.map(({ id }) => id).filter((id) => selection.has(id));
    if (there.length < selection.size) selection.set(there);
  }

  /** Selects from where the selection began to a row. @param {number} index */
  selectTo(index) {
    const anchor = this.selection.anchor ?? this.currentIndex;
    const ids = [];
    for (let at = Math.min(anchor, index); at <= Math.max(anchor, index); at += 1) {
      const row = this.window.rowAt(at);
      if (row) ids.push(row.id);
    }
    this.selection.set(ids, anchor);
  }

  turnState() {
    const row = this.currentRow;
    if (!row) return;
    setState(this.chosen, nextState(row));
  }

  openCurrent() {
    if (this.current) openTask(this.current, "title");
  }

  renameCurrent() {
    const node = this.current && this.window.node(this.current);
    if (node) editInPlace(this, node);
  }

  toggleCurrent() {
    const row = this.currentRow;
    if (!row) return;
    this.selection.toggle(row.id, this.currentIndex);
    say(words.selected(this.selection.size));
  }

  /** The rows that are not here are asked for, and keys wait for them. */
  selectAll() {
    const { picture } = this;
    if (picture && picture.rows.length === picture.total) return this.#select(picture.rows.map(({ id }) => id));
    this.selecting = gather(keeper(), this.view).then((ids) => this.#select(ids)).finally(() => this.selecting = null);
  }

  /** @param {string[]} ids */
  #select(ids) {
    this.selection.set(ids, 0);
    say(words.selected(ids.length));
  }

  /** The chosen rows, as far as they are known here. @returns {Row[]} */
  get chosenRows() {
    const ids = new Set(this.chosen);
    return this.picture?.rows.filter(({ id }) => ids.has(id)) ?? [];
  }

  /** What a menu is opened on: the selection where the row is in it, else the row. @param {string} id */
  choose(id) {
    if (!this.selection.has(id)) this.selection.clear();
    this.focusAt(this.indexOf(id));
  }

  /** @param {HTMLElement | {x: number, y: number}} [anchor] */
  openMenu(anchor) {
    const rows = this.chosenRows;
    const node = this.current && this.window.node(this.current);
    openTaskMenu(anchor ?? (node || this.rows), rows, {
      shift: this.canArrange ? (where) => this.shift(where) : undefined,
      rename: () => this.renameCurrent(),
      select: () => this.toggleCurrent(),
      lift: this.canArrange && matchMedia("(hover: hover)").matches ? () => this.lift() : undefined,
    });
  }

  /** Views by time have no order of the person's own, and filters say one. */
  get canArrange() {
    return filterOf(this.view) === null &&
      ["inbox", "today", "upcoming", "list"].includes(this.view.kind);
  }

  /** A day earlier or later, but never into the past, which nobody can plan for. @param {1 | -1} step */
  reschedule(step) {
    const row = this.currentRow;
    const today = outline.value?.today;
    if (!row || !today) return;
    const date = stepped(row.scheduledDate, step, today);
    if (date) move(this.chosen, { kind: "date", date });
    else remark(row.scheduledDate ? words.notBeforeToday : words.noDateYet);
  }

  /** Moves the current row among those of its state and its day. @param {"up" | "down" | "top" | "bottom"} where */
  async shift(where) {
    const row = this.currentRow;
    if (!row || !this.canArrange) return;
    const peers = this.peersOf(row);
    const at = peers.findIndex(({ id }) => id === row.id);
    const others = peers.filter(({ id }) => id !== row.id);
    const to = { up: at - 1, down: at + 1, top: 0, bottom: others.length }[where];
    if (to < 0 || to > others.length) return say(words.nowAt(at + 1, peers.length));
    await this.arrange([row.id], others[to - 1]?.id ?? null, others[to]?.id ?? null);
    say(words.nowAt(to + 1, peers.length));
  }

  /**
   * Rows that stand in one order with a row, as far as they are known here.
   * @param {Row} row
   */
  peersOf(row) {
    const isPeer = (/** @type {Row} */ other) =>
      other.state === row.state && (this.view.kind !== "upcoming" || other.date === row.date);
    return this.picture?.rows.filter(isPeer) ?? [];
  }

  /**
   * @param {string[]} ids @param {string | null} above @param {string | null} below @param {Place} [place]
   */
  arrange(ids, above, below, place) {
    return perform({ act: "arrange", ids, above, below, ...(place && { place }) });
  }

  /** Lifts the current row, to be carried by the arrows. */
  lift() {
    const row = this.currentRow;
    if (row && this.canArrange) this.carry = new Carry(this, row, () => this.carry = null);
  }
}
