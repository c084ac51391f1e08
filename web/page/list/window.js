/**
 * Draws of a long list only what can be seen: rows stand at their offsets, and as many are in the document as fit the
 * screen twice. Heights are measured when a row is first drawn; until then they are guessed.
 *
 * @import { Picture, Row } from "../../types/messages.js"
 */
import { Heights } from "./heights.js";
import { Plan } from "./plan.js";

const guessed = 44;
const beyond = 320;
/** The most rows that the keeper shows at once, and how close to their end more are asked for. */
const page = 120;
const near = 24;

/**
 * @typedef {object} Drawing
 * @property {HTMLElement} scroller
 * @property {HTMLElement} rows  holds the rows
 * @property {HTMLElement} headings  holds the headings, at the same place
 * @property {(row: Row, index: number, total: number, before: HTMLElement | null) => HTMLElement} row
 * @property {(date: string, before: HTMLElement | null) => HTMLElement} heading
 * @property {(from: number, count: number) => void} ask  for other rows
 */

/** @typedef {{node: HTMLElement, at: number, fresh: boolean}} Placed */

export class Window {
  /** @type {Map<string, Placed>} */
  #drawn = new Map();
  /** @type {Map<string, number>} */
  #measured = new Map();
  #heights = new Heights(0, () => guessed);
  #plan = new Plan(0, []);
  /** @type {Picture | null} */
  picture = null;
  #asked = -1;
  #frame = 0;

  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    drawing.scroller.addEventListener("scroll", () => this.#soon(), { passive: true });
    this.observer = new ResizeObserver(() => this.#remeasure());
    this.observer.observe(drawing.rows);
  }

  get plan() {
    return this.#plan;
  }

  /** Shows another picture of the view; rows that were there move to their places. @param {Picture} picture */
  show(picture) {
    const before = this.#heights;
    const moves = this.picture !== null && this.picture.version !== picture.version && !this.picture.fromDisk;
    this.picture = picture;
    this.#asked = picture.from;
    this.#plan = new Plan(picture.total, picture.groups);
    this.#heights = new Heights(this.#plan.count, (at) => this.#guess(at, before));
    this.draw(moves);
  }

  /** @param {number} at @param {Heights} before */
  #guess(at, before) {
    const entry = this.#plan.entry(at);
    if ("row" in entry) {
      const row = this.rowAt(entry.row);
      const known = row && this.#measured.get(row.id);
      if (known) return known;
    }
    return (at < before.count && before.height(at)) || guessed;
  }

  /** A row of the picture by its place in the view, where it is known. @param {number} index */
  rowAt(index) {
    return this.picture?.rows[index - this.picture.from] ?? null;
  }

  /** The element of a task, where it is drawn. @param {string} id */
  node(id) {
    return this.#drawn.get(id)?.node ?? null;
  }

  /** Where rows are drawn now, for gestures: ids, places and offsets from the top of the list. */
  layout() {
    return [...this.#drawn].map(([key, { node, at }]) => ({
      key,
      node,
      at,
      entry: this.#plan.entry(at),
      top: this.#heights.offset(at),
      height: this.#heights.height(at),
    })).sort((one, other) => one.at - other.at);
  }

  /** Where the list begins in what is scrolled. */
  get origin() {
    const { scroller, rows } = this.drawing;
    return rows.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  }

  /** Brings a row onto the screen, and its neighbours. @param {number} index */
  reveal(index) {
    const at = this.#plan.at(index);
    const { scroller } = this.drawing;
    const top = this.origin + this.#heights.offset(at);
    const covered = parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
    const bottom = top + this.#heights.height(at);
    if (top < scroller.scrollTop + covered + 8) scroller.scrollTop = index === 0 ? 0 : top - covered - 8;
    else if (bottom > scroller.scrollTop + scroller.clientHeight - 24) {
      scroller.scrollTop = bottom - scroller.clientHeight + 24;
    }
    this.draw(false);
  }

  /** The date of the group that stands at the upper edge; null above the first. @param {number} edge */
  groupAtEdge(edge) {
    const at = this.#plan.groupAt(this.#heights.at(Math.max(0, edge)));
    return at < 0 || edge < 0 ? null : this.#plan.groups[at].date;
  }

  /** Rows that can be seen, as places in the view. */
  get perScreen() {
    return Math.max(1, Math.floor(this.drawing.scroller.clientHeight / guessed) - 2);
  }

  /** @param {boolean} moves  rows glide to their places */
  draw(moves) {
    const { scroller, rows } = this.drawing;
    if (!this.picture) return;
    const top = scroller.scrollTop - this.origin;
    const first = this.#heights.at(top - beyond);
    const last = this.#plan.count === 0 ? -1 : this.#heights.at(top + scroller.clientHeight + beyond);
    this.#askAround(first, last);
    const wanted = new Set();
    for (let at = first; at <= last; at += 1) this.#drawEntry(at, wanted, moves);
    for (const [key, { node }] of this.#drawn) {
      if (wanted.has(key) || (!moves && node.contains(document.activeElement) && this.#stillThere(key))) continue;
      this.#drawn.delete(key);
      node.remove();
    }
    this.#putInOrder();
    this.#measure(top);
    for (const { node, at, fresh } of this.#drawn.values()) {
      node.classList.toggle("gliding", moves && !fresh);
      node.style.transform = `translateY(${this.#heights.offset(at)}px)`;
    }
    rows.style.height = `${this.#heights.total}px`;
  }

  /** @param {string} key */
  #stillThere(key) {
    return this.picture?.rows.some(({ id }) => id === key) ?? false;
  }

  /** @param {number} at @param {Set<string>} wanted @param {boolean} moves */
  #drawEntry(at, wanted, moves) {
    const entry = this.#plan.entry(at);
    const row = "row" in entry ? this.rowAt(entry.row) : null;
    const key = "heading" in entry ? entry.heading.date : row?.id;
    if (key === undefined) return;
    wanted.add(key);
    const before = this.#drawn.get(key)?.node ?? null;
    const node = row && "row" in entry
      ? this.drawing.row(row, entry.row, this.#plan.total, before)
      : this.drawing.heading(key, before);
    this.#drawn.set(key, { node, at, fresh: !before });
    if (before) return;
    node.classList.toggle("arriving", moves);
    (row ? this.drawing.rows : this.drawing.headings).append(node);
  }

  /** The document has rows in their order, for those who go through them with a reader; the focus stays where it is. */
  #putInOrder() {
    const { rows, headings } = this.drawing;
    const places = new Map([[rows, 0], [headings, 0]]);
    const ordered = [...this.#drawn.values()].sort((one, other) => one.at - other.at);
    for (const { node } of ordered) {
      const parent = /** @type {HTMLElement} */ (node.parentElement);
      const place = places.get(parent) ?? 0;
      places.set(parent, place + 1);
      if (parent.children[place] === node) continue;
      const focused = node.contains(document.activeElement) ? document.activeElement : null;
      parent.insertBefore(node, parent.children[place]);
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    }
  }

  /** @param {number} top  of the screen in the list: what was higher or lower than guessed above it moves the screen */
  #measure(top) {
    let shift = 0;
    for (const [key, placed] of this.#drawn) {
      const height = placed.node.offsetHeight;
      this.#measured.set(key, height);
      const above = this.#heights.offset(placed.at) < top;
      const old = this.#heights.height(placed.at);
      if (this.#heights.set(placed.at, height) && above) shift += height - old;
    }
    if (Math.abs(shift) > 0.5 && top > 0) this.drawing.scroller.scrollTop += shift;
  }

  #remeasure() {
    this.#measured.clear();
    this.#soon();
  }

  #soon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.draw(false);
    });
  }

  /** @param {number} first @param {number} last */
  #askAround(first, last) {
    const { from, rows, total } = /** @type {Picture} */ (this.picture);
    const begin = Math.max(0, first - this.#plan.groupAt(first) - 1);
    const end = Math.max(0, last - this.#plan.groupAt(Math.max(0, last)));
    const short = begin - near < from && from > 0;
    const long = end + near > from + rows.length && from + rows.length < total;
    if (!short && !long) return;
    const wanted = Math.max(0, Math.min(total - page, Math.round((begin + end - page) / 2)));
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    this.drawing.ask(wanted, page);
  }
}
