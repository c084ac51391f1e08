/**
 * What the tabs look at: each of their subscriptions gets a picture when it begins, and after each change.
 *
 * @import { Book as Name, Look, Outline, Picture, ToPage } from "../types/messages.js"
 * @import { Calls, Refused } from "../types/core.js"
 * @import { Book } from "./book.js"
 */
import { isRefused } from "./core.js";

/** As many rows as a picture may have. */
const mostRows = 500;
/** Rows of the picture that is kept for the next start. */
const keptRows = 60;
/** A tab is not waited for longer until it has painted what it has foreseen, in milliseconds. */
const longestFrame = 200;
/** A timer does not count what a device has slept, so none is trusted for longer, in milliseconds. */
const longestTimer = 20_000;
/** The list that a tab shows. The next start begins with it, and with nothing that is shown in or over it, or only asked. */
const main = "list";

/** @typedef {{picture: Picture, outline: Outline}} Kept */

export class Views {
  /** By tab, then by name. @type {Map<string, {visible: boolean, isDue: boolean, subscriptions: Map<string, Look>}>} */
  #tabs = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #clock;
  #isPainting = false;
  #isEnded = false;
  /** Tabs that paint what they have foreseen, and what ends the wait for them. @type {Map<string, ReturnType<typeof setTimeout>>} */
  #frames = new Map();
  /** When all of those have, where any has to. @type {Promise<void> | null} */
  #framed = null;
  #endFrames = () => {};
  /**
   * What the lists of tabs were shown last, without its version, which stands first: the same is not shown again, for a
   * page draws everything that it is shown.
   * @type {WeakMap<Look, {seen: string, until: number}>}
   */
  #shown = new WeakMap();
  #outline = "";
  /** When everything that has changed until now is painted, for whoever answers after that. @type {Promise<void>} */
  painted = Promise.resolve();
  /** What was last shown, to be kept at rest: a list may be drawn up before the outline is. @type {Picture | null} */
  #lastPicture = null;
  /** @type {Outline | null} */
  #lastOutline = null;

  /** @param {Book} book @param {(tab: string, message: ToPage) => void} say */
  constructor(book, say) {
    this.book = book;
    this.say = say;
  }

  /** @param {string} tab @param {boolean} visible */
  joins(tab, visible) {
    const known = this.#tabs.get(tab);
    this.#tabs.set(tab, known ? { ...known, visible } : { visible, isDue: true, subscriptions: new Map() });
    if (!known) this.#outline = "";
    if (!known || (visible && known.isDue)) this.paint();
  }

  /** @param {string} tab */
  leaves(tab) {
    this.#tabs.delete(tab);
    this.frameIsPainted(tab);
  }

  /** A tab paints a frame, which no picture is to delay: where there are few processors, drawing one up would. @param {string} tab */
  awaitFrame(tab) {
    clearTimeout(this.#frames.get(tab));
    this.#frames.set(tab, setTimeout(() => this.frameIsPainted(tab), longestFrame));
    this.#framed ??= new Promise((resolve) => this.#endFrames = resolve);
  }

  /** @param {string} tab */
  frameIsPainted(tab) {
    clearTimeout(this.#frames.get(tab));
    if (!this.#frames.delete(tab) || this.#frames.size > 0) return;
    this.#framed = null;
    this.#endFrames();
  }

  get isSeen() {
    return [...this.#tabs.values()].some((tab) => tab.visible);
  }

  /** @param {string} tab @param {Look} look */
  look(tab, look) {
    const subscriptions = this.#tabs.get(tab)?.subscriptions;
    if (!subscriptions) return;
    subscriptions.set(look.subscription, look);
    this.book.queue.run(() =>
      this.#tabs.get(tab)?.subscriptions.get(look.subscription) === look && this.#paintOne(tab, look)
    );
  }

  /** @param {string} tab @param {string} subscription */
  leave(tab, subscription) {
    this.#tabs.get(tab)?.subscriptions.delete(subscription);
  }

  /** Paints everything that is seen, once for all changes until it is its turn. */
  paint() {
    for (const tab of this.#tabs.values()) tab.isDue = true;
    if (this.#isPainting) return;
    this.#isPainting = true;
    const inTurn = () =>
      this.book.queue.run(() => {
        this.#isPainting = false;
        // What waited for its turn, or for a frame, may have it after the end.
        if (!this.#isEnded) this.#paintAll();
      });
    this.painted = (this.#framed ? this.#framed.then(inTurn) : inTurn()).catch(() => {});
  }

  /**
   * The same by whoever has its turn and has changed something: at once, before anything else is done or told, unless
   * a gesture waits that would be painted over it, or a tab paints.
   */
  paintChange() {
    if (this.book.isBehind || this.#framed) return this.paint();
    for (const tab of this.#tabs.values()) tab.isDue = true;
    this.#paintAll();
  }

  #paintAll() {
    let until = Infinity;
    for (const [name, tab] of this.#tabs) {
      if (!tab.visible) continue;
      tab.isDue = false;
      for (const look of tab.subscriptions.values()) until = Math.min(until, this.#paintOne(name, look));
    }
    until = Math.min(until, this.#paintOutline());
    this.#paintAgain(until);
  }

  /** @param {string} tab @param {Look} look */
  #paintOne(tab, look) {
    const { subscription, book, view, from, count } = look;
    const head = { now: Date.now(), view, from, count: Math.min(count, mostRows) };
    const { head: text } = this.book.core.said("look", head);
    const seen = text.slice(text.indexOf(","));
    const before = this.#shown.get(look);
    if (before?.seen === seen) return before.until;
    const answer = /** @type {Refused | ReturnType<Calls["look"]>} */ (JSON.parse(text));
    if (isRefused(answer)) return Infinity;
    const { until, ...shown } = answer;
    /** @type {Picture} */
    const picture = { kind: "picture", subscription, book, view, fromDisk: false, ...shown };
    this.say(tab, picture);
    if (subscription === main) this.#shown.set(look, { seen, until });
    if (subscription === main && from === 0) this.#lastPicture = picture;
    return until;
  }

  #paintOutline() {
    const { answer } = this.book.core.need("outline", { now: Date.now() });
    const { until, ...shown } = answer;
    /** @type {Outline} */
    const outline = { kind: "outline", book: this.book.name, fromDisk: false, ...shown };
    const text = JSON.stringify(outline);
    if (text !== this.#outline) {
      this.#outline = text;
      for (const tab of this.#tabs.keys()) this.say(tab, outline);
      this.#lastOutline = outline;
    }
    return until;
  }

  /** A day turns, or something becomes overdue. @param {number} until */
  #paintAgain(until) {
    clearTimeout(this.#clock);
    if (this.#isEnded || until === Infinity) return;
    const wait = Math.max(50, until - Date.now() + 1);
    const again = wait > longestTimer ? () => this.#paintAgain(until) : () => this.paint();
    this.#clock = setTimeout(again, Math.min(wait, longestTimer));
  }

  /** What the next start shows before its core is ready. @returns {Kept | null} */
  toKeep() {
    const outline = this.#lastOutline;
    if (!outline) return null;
    const picture = this.#lastPicture ?? emptyPicture(this.book.name, outline);
    return { outline, picture: { ...picture, rows: picture.rows.slice(0, keptRows) } };
  }

  end() {
    this.#isEnded = true;
    clearTimeout(this.#clock);
    for (const tab of [...this.#frames.keys()]) this.frameIsPainted(tab);
    this.#tabs.clear();
  }
}

/** @param {Name} book @param {Outline} outline @returns {Picture} */
function emptyPicture(book, { today, tomorrow }) {
  return {
    kind: "picture",
    subscription: "",
    book,
    view: { kind: "today" },
    version: 0,
    fromDisk: true,
    today,
    tomorrow,
    total: 0,
    open: 0,
    completed: 0,
    groups: [],
    from: 0,
    rows: [],
  };
}
