/**
 * Draws of a long list only what can be seen: rows stand at their offsets, and as many are in the document as fit the
 * screen twice.
 *
 * @import { Group, Picture, Row } from "../../types/messages.js"
 */
import { guessed, Places, wantedRows } from "./places.js";
import { keyOf } from "./plan.js";

/** How much is drawn beyond the edges of the screen. */
const beyond = 320;

/**
 * @typedef {object} Drawing
 * @property {HTMLElement} scroller
 * @property {HTMLElement} rows  holds the rows
 * @property {HTMLElement} headings  holds the headings, at the same place
 * @property {(row: Row, index: number, total: number, before: HTMLElement | null) => HTMLElement} row
 * @property {(group: Group, before: HTMLElement | null) => HTMLElement} heading
 * @property {(group: import("./plan.js").Grouped, before: HTMLElement | null) => HTMLElement} coming
 * @property {(from: number, count: number) => void} ask  for other rows
 * @property {() => void} drawn  all of it stands
 */

/** @typedef {{node: HTMLElement, at: number, isFresh: boolean, offset?: number}} Placed  the offset where it stands */

export class Window {
  /** @type {Picture | null} */
  picture = null;
  places = new Places();
  /** @type {Map<string, Placed>} */
  #drawn = new Map();
  /** What was asked for last. */
  #asked = { from: -1, count: 0 };
  /** What is drawn: the entries from the first to the last. @type {{picture: Picture, first: number, last: number} | null} */
  #range = null;
  #width = 0;
  #frame = 0;
  /** What may be higher or lower than it was measured. @type {WeakSet<HTMLElement>} */
  #unmeasured = new WeakSet();
  /** Sees rows when their frame is laid out, where measuring costs nothing. */
  #later = new ResizeObserver(() => this.#measureLaidOut());
  /** What could be seen when it was drawn last, and where the list began then. */
  #sight = { top: 0, bottom: 0 };
  drawnOrigin = 0;

  /** @param {Drawing} drawing */
  constructor(drawing) {
    this.drawing = drawing;
    drawing.scroller.addEventListener("scroll", () => this.#soon(), { passive: true });
    this.observer = new ResizeObserver(([{ contentRect }]) => this.#resized(contentRect.width));
    this.observer.observe(drawing.rows);
  }

  end() {
    this.observer.disconnect();
    this.#later.disconnect();
  }

  /**
   * Shows another picture of the view; rows that were there move to their places. What somebody here has just written
   * down stands there at once, and does not have to arrive.
   * @param {Picture} picture @param {boolean} [isOwn]  it differs by what was just done here
   */
  show(picture, isOwn = false) {
    const before = this.picture;
    const isNews = before !== null && before.version !== picture.version && !before.fromDisk;
    this.picture = picture;
    if (isOwn && this.#range?.picture === before && standAlike(before, picture)) return this.#drawInPlace(before);
    this.places.renew(picture);
    this.draw(isNews || isOwn, isOwn);
  }

  /** A row of the picture by its place in the view, where it is known. @param {number} index */
  rowAt(index) {
    return this.picture?.rows[index - this.picture.from] ?? null;
  }

  /** Something in an element is drawn anew, so that its height may be another. @param {HTMLElement} node */
  changed(node) {
    this.#unmeasured.add(node);
  }

  /** The element of a task, where it is drawn. @param {string} id */
  node(id) {
    return this.#drawn.get(id)?.node ?? null;
  }

  /** Hides the rows of a group, or shows them. @param {string} name  of the group */
  fold(name) {
    const { folded } = this.places;
    if (!folded.delete(name)) folded.add(name);
    if (!this.picture) return;
    this.places.renew(this.picture);
    this.draw(true);
  }

  /** What is drawn now, from top to bottom, for gestures. */
  layout() {
    const { places } = this;
    return [...this.#drawn.values()].sort((one, other) => one.at - other.at).map(({ at }) => ({
      entry: places.plan.entry(at),
      top: places.offset(at),
      height: places.height(at),
    }));
  }

  /** Where the list begins in what is scrolled. */
  get origin() {
    const { scroller, rows } = this.drawing;
    return rows.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  }

  /**
   * Brings a row onto the screen, and its neighbours.
   * @param {number} index @param {number} [origin]  for those who know it: asking may cost the page a layout
   */
  reveal(index, origin = this.origin) {
    const { scroller } = this.drawing;
    const at = this.places.plan.at(index);
    const top = origin + this.places.offset(at);
    const bottom = top + this.places.height(at);
    const covered = parseFloat(getComputedStyle(this.drawing.rows).scrollMarginTop) || 0;
    if (top < scroller.scrollTop + covered + 8) scroller.scrollTop = index === 0 ? 0 : top - covered - 8;
    else if (bottom > scroller.scrollTop + scroller.clientHeight - 24) {
      scroller.scrollTop = bottom - scroller.clientHeight + 24;
    }
    if (this.#isDrawn(origin) && this.rowNode(index)) return;
    this.draw(false);
  }

  /** Whether the place of a row could be seen when the list was drawn last, without asking the page. @param {number} index */
  isInSight(index) {
    const at = this.places.plan.at(index);
    const top = this.places.offset(at);
    return top >= this.#sight.top && top + this.places.height(at) <= this.#sight.bottom;
  }

  /** The element of a row by its place in the view, where it is drawn. @param {number} index */
  rowNode(index) {
    const row = this.rowAt(index);
    return row && this.node(row.id);
  }

  /** The group that stands at an offset; null above the first. @param {number} edge */
  groupAt(edge) {
    const at = this.places.plan.groupAt(this.places.at(Math.max(0, edge)));
    return at < 0 || edge < 0 ? null : this.places.plan.groups[at] ?? null;
  }

  /** Rows that can be seen at once, about. */
  get perScreen() {
    return Math.max(1, Math.floor(this.drawing.scroller.clientHeight / guessed) - 2);
  }

  /** Where anything in the rows may be another, and so any height. */
  drawAnew() {
    this.#measureAll();
    this.draw(false);
  }

  /** @param {boolean} moves  rows glide to their places @param {boolean} [isOwn]  it differs by what was just done here */
  draw(moves, isOwn = false) {
    if (!this.picture) return;
    this.drawnOrigin = this.origin;
    const { top, bottom, first, last } = this.#seen(this.drawnOrigin);
    this.#sight = { top, bottom };
    this.#askAround(first, last);
    this.#drop(this.#drawBetween(first, last, moves && !isOwn), moves);
    this.#putInOrder();
    this.#stand(moves);
    // Measuring costs the page a layout: what nobody sees waits for that of the frame, and so does a row of which a key
    // has changed nothing but the state, which hardly ever takes another line.
    const waits = [...this.#drawn.values()].filter(({ node }) => this.#unmeasured.has(node));
    if (waits.some(({ at, isFresh }) => this.#isSeen(at) && (isFresh || !isOwn))) {
      // Once for all that a key does to the page: the field is emptied behind this.
      if (isOwn) queueMicrotask(() => this.#settle(top, moves));
      else this.#settle(top, moves);
    } else for (const { node } of waits) this.#later.observe(node);
    this.#range = { picture: this.picture, first, last };
    this.drawing.drawn();
  }

  /**
   * What is another row than before is drawn where it stands: nothing comes, goes or moves, so the page is asked
   * nothing.
   * @param {Picture | null} before
   */
  #drawInPlace(before) {
    const picture = /** @type {Picture} */ (this.picture);
    for (const [id, { node, at }] of this.#drawn) {
      const entry = this.places.plan.entry(at);
      const row = "row" in entry ? this.rowAt(entry.row) : null;
      const isOther = "row" in entry && row !== before?.rows[entry.row - picture.from];
      if (isOther && row?.id === id) this.drawing.row(row, entry.row, picture.total, node);
      if (this.#unmeasured.has(node)) this.#later.observe(node);
    }
    if (this.#range) this.#range.picture = picture;
  }

  /**
   * Mostly all is as high as was guessed, and the layout was the last one.
   * @param {number} top @param {boolean} moves
   */
  #settle(top, moves) {
    if (this.#measure(top)) this.#stand(moves);
  }

  /** Everything to where it stands now. @param {boolean} [moves]  gliding or not, but for what was not there before */
  #stand(moves) {
    for (const placed of this.#drawn.values()) {
      const offset = this.places.offset(placed.at);
      if (moves === false || placed.isFresh) placed.node.classList.remove("gliding");
      if (placed.offset === offset) continue;
      // Where room was made for what was dropped, it stands there already.
      if (placed.node.classList.contains("making-room")) {
        placed.node.classList.remove("gliding", "making-room");
        placed.node.style.translate = "";
      } else if (moves && !placed.isFresh) placed.node.classList.add("gliding");
      placed.node.style.transform = `translateY(${offset}px)`;
      placed.offset = offset;
    }
    this.drawing.rows.style.height = `${this.places.total}px`;
  }

  /** @param {number} first @param {number} last @param {boolean} arrive */
  #drawBetween(first, last, arrive) {
    /** @type {Set<string>} */
    const wanted = new Set();
    for (let at = first; at <= last; at += 1) {
      const entry = this.places.plan.entry(at);
      const row = "row" in entry ? this.rowAt(entry.row) : null;
      const key = "row" in entry ? row?.id : keyOf(entry);
      if (key === undefined) continue;
      wanted.add(key);
      const placed = this.#drawn.get(key);
      const before = placed?.node ?? null;
      const node = this.#drawEntry(entry, row, before);
      this.#drawn.set(key, { node, at, isFresh: !before, offset: placed?.offset });
      if (!("row" in entry)) this.changed(node);
      if (before) continue;
      node.classList.toggle("arriving", arrive);
      (row ? this.drawing.rows : this.drawing.headings).append(node);
    }
    return wanted;
  }

  /** @param {import("./plan.js").Entry} entry @param {Row | null} row @param {HTMLElement | null} before */
  #drawEntry(entry, row, before) {
    if ("heading" in entry) return this.drawing.heading(entry.heading, before);
    if ("coming" in entry) return this.drawing.coming(entry.coming, before);
    return this.drawing.row(/** @type {Row} */ (row), entry.row, this.places.plan.total, before);
  }

  /** What is not seen any more goes, but for a row that has the focus. @param {Set<string>} wanted @param {boolean} moves */
  #drop(wanted, moves) {
    for (const [key, { node }] of this.#drawn) {
      if (wanted.has(key)) continue;
      const isThere = !moves && this.picture?.rows.some(({ id }) => id === key);
      if (isThere && node.contains(document.activeElement)) continue;
      this.#drawn.delete(key);
      node.remove();
    }
  }

  /** The document has rows in their order, for those who go through them with a reader; the focus stays where it is. */
  #putInOrder() {
    const { rows, headings } = this.drawing;
    const next = new Map([[rows, 0], [headings, 0]]);
    let isLookedAt = false;
    for (const { node } of [...this.#drawn.values()].sort((one, other) => one.at - other.at)) {
      const parent = /** @type {HTMLElement} */ (node.parentElement);
      const place = next.get(parent) ?? 0;
      next.set(parent, place + 1);
      if (parent.children[place] === node) continue;
      if (!isLookedAt) this.#lookAtAll();
      isLookedAt = true;
      move(node, parent, parent.children[place]);
    }
  }

  /**
   * Of what is moved Chromium forgets which looks it has still to work out for a state that was just written: it has to
   * have worked them out before. Once for all that moves, since each move makes some of it due anew.
   */
  #lookAtAll() {
    for (const { node } of this.#drawn.values()) void getComputedStyle(node).color;
  }

  /**
   * What was higher or lower than guessed above the screen moves the screen. Answers whether anything was.
   * @param {number} top
   */
  #measure(top) {
    let shift = 0;
    let isOther = false;
    for (const [key, { node, at }] of this.#drawn) {
      if (!this.#unmeasured.delete(node)) continue;
      const isAbove = this.places.offset(at) < top;
      const change = this.places.measure(key, at, node.offsetHeight);
      if (isAbove) shift += change;
      isOther ||= change !== 0;
    }
    if (Math.abs(shift) > 0.5 && top > 0) this.drawing.scroller.scrollTop += shift;
    return isOther;
  }

  /** Whether an entry could be seen when the list was drawn last, at least a part of it. @param {number} at */
  #isSeen(at) {
    const top = this.places.offset(at);
    return top < this.#sight.bottom && top + this.places.height(at) > this.#sight.top;
  }

  #measureLaidOut() {
    this.#later.disconnect();
    // What moves now would be laid out a second time.
    if (this.#measure(this.#seen().top)) requestAnimationFrame(() => this.#stand());
  }

  #measureAll() {
    for (const { node } of this.#drawn.values()) this.changed(node);
  }

  /** Heights are others where the width is another. @param {number} width */
  #resized(width) {
    if (width === this.#width) return;
    this.#width = width;
    this.places.forget();
    this.#measureAll();
    this.#range = null;
    this.#soon();
  }

  /** Draws in the next frame, where something else is to be seen than what is drawn. */
  #soon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (!this.#isDrawn()) this.draw(false);
    });
  }

  /** What can be seen: where it begins and ends, and the entries to draw for it, from the first to the last. */
  #seen(origin = this.origin) {
    const { scroller } = this.drawing;
    const top = scroller.scrollTop - origin;
    const bottom = top + scroller.clientHeight;
    const first = this.places.at(top - beyond);
    const last = this.places.count === 0 ? -1 : this.places.at(bottom + beyond);
    return { top, bottom, first, last };
  }

  /** Whether all that can be seen stands already as the picture has it. */
  #isDrawn(origin = this.origin) {
    const range = this.#range;
    if (!range || range.picture !== this.picture) return false;
    const { first, last } = this.#seen(origin);
    return range.first <= first && last <= range.last;
  }

  /** @param {number} first @param {number} last */
  #askAround(first, last) {
    const wanted = this.picture && wantedRows(this.places.plan, this.picture, first, last);
    if (!wanted || wanted.from === this.#asked.from && wanted.count === this.#asked.count) return;
    this.#asked = wanted;
    this.drawing.ask(wanted.from, wanted.count);
  }
}

/** Whether two pictures have the same rows at the same places. @param {Picture | null} one @param {Picture} other */
function standAlike(one, other) {
  if (one?.total !== other.total || one.from !== other.from || one.groups !== other.groups) return false;
  return one.rows.length === other.rows.length && one.rows.every(({ id }, at) => id === other.rows[at].id);
}

/**
 * Moves an element among its neighbours, with the focus in it. Where the browser cannot, the focus is put back, which costs
 * a layout.
 * @param {HTMLElement} node @param {HTMLElement} parent @param {Element} before
 */
function move(node, parent, before) {
  const { moveBefore } = /** @type {any} */ (parent);
  if (moveBefore) return moveBefore.call(parent, node, before);
  const focused = node.contains(document.activeElement) ? document.activeElement : null;
  parent.insertBefore(node, before);
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}
