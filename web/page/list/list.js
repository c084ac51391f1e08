/**
 * The list of a view: asks the keeper for what can be seen, draws it, and knows which row is the current one (the one that
 * keys act on). Gestures stand beside it and use it.
 *
 * @import { Gesture, Group, Picture, Row, View } from "../../types/messages.js"
 */
import { keeper, opened } from "../desk.js";
import { dress, element } from "../element.js";
import { more } from "../parts/later.js";
import { told } from "../subtasks/names.js";
import { foreseen, unkept } from "../unkept.js";
import { drawHeading } from "./headings.js";
import { Newcomer } from "./newcomer.js";
import { nameOf } from "./plan.js";
import { drawRow, rowOf } from "./row.js";
import { Selection } from "./selection.js";
import { Window } from "./window.js";

/** @typedef {import("../calendar/coming-days.js").ComingDays} Coming */

const subscription = "list";
/** What somebody has folded away in the backlog stays so in this tab. @type {Set<string>} */
const foldedAges = new Set();

/**
 * What a list tells its screen.
 * @typedef {object} Hooks
 * @property {(picture: Picture, kept: Picture) => void} shown  a picture was drawn; it may hold what is not kept yet
 * @property {() => void} lostFocus  the last row has gone, and the focus with it
 * @property {() => void} selected  the selection has changed
 */

export class List {
  rows = element("ul", { class: "rows" });
  headings = element("div", { class: "headings" });
  node = element("div", { class: "sheet" }, this.headings, this.rows);
  swipes = true;
  rowOf = rowOf;
  /** @type {string | null} */
  current = null;
  #currentIndex = 0;
  /** A place to which the focus goes as soon as its row is known. @type {number | null} */
  #wanted = null;
  selection = new Selection(() => {
    this.redraw();
    this.hooks.selected();
  });
  /** A task that was just written down. */
  newcomer = new Newcomer(this);
  /** What will come back, where days to come are shown. @type {Coming | null} */
  #coming = null;
  /** The picture as the keeper gave it. @type {Picture | null} */
  #shown = null;
  /** Rows that are on their way to the disk. @type {Set<string>} */
  #unkept = new Set();
  #hasEnded = false;
  /** How often what stands around the rows has changed. */
  #around = 0;
  /** Of what each row was drawn. @type {WeakMap<HTMLElement, {row: Row, how: string, text: string}>} */
  #drawn = new WeakMap();
  #window;

  /**
   * @param {View} view
   * @param {HTMLElement} scroller
   * @param {Hooks} hooks
   */
  constructor(view, scroller, hooks) {
    this.view = view;
    this.scroller = scroller;
    this.hooks = hooks;
    this.#window = new Window({
      scroller,
      rows: this.rows,
      headings: this.headings,
      row: (row, index, total, before) => this.#drawRow(row, index, total, before),
      heading: (group, before) => this.#drawHeading(group, before),
      coming: (group, before) => /** @type {Coming} */ (this.#coming).draw(group, before),
      ask: (from, count) => this.#look(from, count),
      drawn: () => this.#keepStop(),
    });
    if (view.kind === "backlog") this.#window.places.folded = foldedAges;
    const stops = [opened, told].map((signal) => signal.watch(() => this.redraw()));
    stops.push(unkept.watch((gestures) => this.#foresee(gestures)));
    this.stop = () => stops.forEach((stop) => stop());
    this.rows.addEventListener("focusin", (event) => this.#focused(event));
    this.#look(0, 60);
    if (view.kind === "upcoming") this.#followComing();
  }

  /** Nothing is shown any more. */
  end() {
    this.#hasEnded = true;
    this.#coming?.end();
    this.stop();
    this.#window.end();
    keeper.leave(subscription);
  }

  /** Shows another view in its place, from the top. @param {View} view */
  turnTo(view) {
    this.view = view;
    this.current = null;
    this.#currentIndex = 0;
    this.scroller.scrollTop = 0;
    if (this.selection.size > 0) this.selection.clear();
    this.#look(0, 60);
  }

  get window() {
    return this.#window;
  }

  /** @returns {Picture | null} */
  get picture() {
    return this.#window.picture;
  }

  /** The rows that keys and menus act on: the selected ones, else the current one. */
  get chosen() {
    if (this.selection.size > 0) return this.selection.ids;
    return this.current === null ? [] : [this.current];
  }

  /** The chosen rows, as far as they are known here. @returns {Row[]} */
  get chosenRows() {
    const ids = new Set(this.chosen);
    return this.picture?.rows.filter(({ id }) => ids.has(id)) ?? [];
  }

  get currentRow() {
    return this.picture?.rows.find(({ id }) => id === this.current) ?? null;
  }

  get currentIndex() {
    return this.#currentIndex;
  }

  /** Draws it again where what stands around its rows has changed. */
  redraw() {
    this.#around += 1;
    this.#window.drawAnew();
  }

  /** Makes a row the current one and puts the focus on it. @param {number} index */
  focusAt(index) {
    const total = this.picture?.total ?? 0;
    if (total === 0) return null;
    const near = Math.max(0, Math.min(total - 1, index));
    const place = this.#window.places.plan.seen(near, index - this.#currentIndex);
    if (place < 0) return null;
    this.#window.reveal(place);
    const row = this.#window.rowAt(place);
    this.#wanted = row ? null : place;
    if (!row) return null;
    this.#become(row.id, place);
    this.#window.node(row.id)?.focus({ preventScroll: true });
    return row;
  }

  /** Puts the focus on the current row, or the first. */
  focus() {
    return this.focusAt(this.#currentIndex);
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

  /** What a menu is opened on: the selection where the row is in it, else the row. @param {string} id */
  choose(id) {
    if (!this.selection.has(id)) this.selection.clear();
    this.focusAt(this.indexOf(id));
  }

  /** @param {string} id */
  indexOf(id) {
    const at = this.picture?.rows.findIndex((row) => row.id === id) ?? -1;
    return at < 0 ? -1 : at + (this.picture?.from ?? 0);
  }

  /** @param {string} id @param {number} index */
  #become(id, index) {
    this.current = id;
    this.#currentIndex = index;
    this.#keepStop();
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const node = /** @type {HTMLElement} */ (event.target).closest(".row");
    const row = node instanceof HTMLElement ? rowOf(node) : null;
    if (row && row.id !== this.current) this.#become(row.id, this.indexOf(row.id));
  }

  /** @param {number} from @param {number} count */
  #look(from, count) {
    keeper.look(subscription, this.view, from, count, (picture) => this.#show(picture));
  }

  /** Shows what was just done before it is kept, and nothing of it that is not to be kept. @param {Gesture[]} gestures */
  #foresee(gestures) {
    const shown = this.#shown;
    if (!shown) return;
    const { ids } = foreseen(this.view, shown, gestures);
    if (ids.size === 0 && this.#unkept.size === 0) return;
    const last = gestures.at(-1);
    if (last?.act === "add" && last.ids && ids.has(last.ids[0])) this.newcomer.expect(last.ids[0]);
    keeper.paintFirst();
    this.#show(shown, true);
  }

  /**
   * After a row has gone, or was completed and stands elsewhere now, the focus goes to the one that took its place.
   * @param {Picture} kept  as the keeper gave it @param {boolean} [isOwn]  it differs by what was just done here
   */
  #show(kept, isOwn = false) {
    const { picture, ids } = foreseen(this.view, kept, unkept.value);
    this.#unkept = ids;
    const hadFocus = this.rows.contains(document.activeElement);
    const gone = this.#window.node(this.current ?? "");
    const isThere = picture.rows.some(({ id }) => id === this.current) && !this.#leavesCompleted(kept, gone);
    const place = Math.min(this.#currentIndex, picture.total - 1);
    const instead = picture.rows[place - picture.from];
    // A row beyond the picture's window has not gone.
    if (!isThere && this.current !== null && (instead || picture.total === 0)) {
      this.current = instead?.id ?? null;
      this.#currentIndex = Math.max(0, place);
    }
    // A row that goes with the focus in it costs the page a layout, so the next one takes it while nothing has changed.
    const heir = this.#window.node(this.current ?? "");
    const isHanded = heir !== null && heir !== gone && gone?.contains(document.activeElement) === true;
    if (isHanded) {
      heir.focus({ preventScroll: true });
      this.#keepStop();
    }
    this.#shown = kept;
    this.#window.show(this.#withComing(picture), isOwn);
    if (isThere) this.#currentIndex = this.indexOf(/** @type {string} */ (this.current));
    if (this.#wanted !== null && hadFocus) this.focusAt(this.#wanted);
    const { activeElement } = document;
    const isLost = hadFocus &&
      (!this.rows.contains(activeElement) || !isThere && gone?.contains(activeElement) === true);
    if (isLost || isHanded && !this.#window.isInSight(place)) this.#keepFocus();
    if (isOwn) queueMicrotask(() => this.newcomer.reveal(this.#window.drawnOrigin));
    else this.newcomer.reveal(this.#window.drawnOrigin);
    this.#forgetGone(picture);
    this.hooks.shown(picture, kept);
  }

  /** What repeats comes a moment later than the tasks. */
  async #followComing() {
    const { ComingDays } = await more();
    if (this.#hasEnded) return;
    this.#coming = new ComingDays(() => {
      if (this.#shown) this.#show(this.#shown);
    });
  }

  /** @param {Picture} picture @returns {Picture} */
  #withComing(picture) {
    return this.#coming && !picture.fromDisk ? { ...picture, groups: this.#coming.among(picture.groups) } : picture;
  }

  /** Whether something stands in it that is no task. */
  get hasComing() {
    return this.picture?.groups.some((group) => "coming" in group) ?? false;
  }

  /**
   * Whether the row with the focus was completed and has left its place by that. One whose title is being edited keeps
   * the focus. What is not kept yet has not left.
   * @param {Picture} kept @param {HTMLElement | null} node
   */
  #leavesCompleted({ rows, from }, node) {
    const { activeElement } = document;
    if (!node?.contains(activeElement) || activeElement instanceof HTMLTextAreaElement) return false;
    const at = rows.findIndex(({ id }) => id === this.current);
    const before = this.#shown?.rows.find(({ id }) => id === this.current);
    const isNew = rows[at]?.state === "completed" && before?.state !== "completed";
    return isNew && from + at !== this.#currentIndex;
  }

  #keepFocus() {
    if (!this.focus()) this.hooks.lostFocus();
  }

  /** What has left the view is not selected any more, as far as all of the view is known. @param {Picture} picture */
  #forgetGone({ rows, total }) {
    const { selection } = this;
    if (selection.size === 0 || rows.length < total) return;
    const there = rows.map(({ id }) => id).filter((id) => selection.has(id));
    if (there.length < selection.size) selection.set(there);
  }

  /** @param {Row} row @param {number} index @param {number} total @param {HTMLElement | null} before */
  #drawRow(row, index, total, before) {
    const { id } = row;
    const how = {
      view: this.view,
      isSelected: this.selection.has(id),
      isOpened: opened.value === id,
      isLocked: this.#isLocked(row),
      isUnkept: this.#unkept.has(id),
    };
    const node = this.#drawAs(row, before, how);
    dress(node, { "aria-setsize": total, "aria-posinset": index + 1 });
    return node;
  }

  /**
   * Nothing is done for a row that is as it was drawn last.
   * @param {Row} row @param {HTMLElement | null} before @param {import("./row.js").Circumstances} circumstances
   */
  #drawAs(row, before, circumstances) {
    const how = JSON.stringify([circumstances, this.#around]);
    const drawn = before && this.#drawn.get(before);
    if (before && drawn?.how === how && drawn.row === row) return before;
    // Each picture of the keeper brings new ones of the same.
    const text = JSON.stringify(row);
    const isSame = drawn?.how === how && drawn.text === text;
    const { node, isPainted } = before && isSame
      ? { node: before, isPainted: false }
      : drawRow(row, before, circumstances);
    if (isPainted) this.#window.changed(node);
    this.#drawn.set(node, { row, how, text });
    return node;
  }

  /** One row can be reached by Tab, also where the current one is far away. */
  #keepStop() {
    const current = this.current === null ? null : this.#window.node(this.current);
    const stop = current ?? this.rows.firstElementChild;
    for (const row of this.rows.querySelectorAll(".row[tabindex='0']")) {
      if (row !== stop) /** @type {HTMLElement} */ (row).tabIndex = -1;
    }
    if (stop instanceof HTMLElement && stop.tabIndex !== 0) stop.tabIndex = 0;
  }

  /** @param {Group} group @param {HTMLElement | null} before @returns {HTMLElement} */
  #drawHeading(group, before) {
    return drawHeading(group, before, {
      view: this.view,
      groups: this.picture?.groups ?? [],
      isFolded: this.#window.places.folded.has(nameOf(group)),
      fold: (name) => this.#window.fold(name),
    });
  }

  /** Whether a row waits until the must-do is done. @param {Row} row */
  #isLocked({ bucket, state }) {
    if (this.view.kind !== "region" || state === "completed") return false;
    return this.picture?.groups.some((group) => group.bucket === bucket && group.locked) ?? false;
  }
}
