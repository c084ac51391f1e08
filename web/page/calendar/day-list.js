/**
 * The list of the day that is chosen in the calendar: a list like any other, with a field whose tasks belong to it.
 *
 * @import { Row, View } from "../../types/messages.js"
 * @import { Pointer } from "../list/pointer.js"
 */
import { outline } from "../desk.js";
import { element, fill } from "../element.js";
import { Clicks } from "../list/clicks.js";
import { ListDeeds } from "../list/list-deeds.js";
import { List } from "../list/list.js";
import { Capture } from "../parts/capture.js";
import { selectionBar } from "../parts/selection-bar.js";
import { path } from "../router.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";
import { comingLine } from "./coming-line.js";
import { queryOfDay } from "./source.js";

const w = later.calendar;

export class DayList {
  #title = element("h2", {});
  #beside = element("span", { class: "beside" });
  #none = element("p", { class: "day-none", hidden: true }, w.nothing);
  #coming = element("ul", { class: "coming-tasks", "aria-label": w.coming, hidden: true });
  /** The list gets the focus as soon as it is that of the day. */
  #wantsFocus = false;

  /**
   * @param {string} date @param {HTMLElement} scroller @param {Pointer} pointer
   * @param {() => void} leave  back to the days
   */
  constructor(date, scroller, pointer, leave) {
    this.date = date;
    this.scroller = scroller;
    this.capture = new Capture(
      path({ screen: "calendar" }),
      () => ({ kind: "date", date: this.date }),
      (ids) => this.list.newcomer.expect(ids[0]),
    );
    this.list = new List(viewOf(date), scroller, {
      shown: () => this.#shown(),
      lostFocus: () => this.capture.focus(),
      selected: () => this.bar.draw(),
    });
    this.capture.below = () => this.list.focusAt(0) !== null;
    this.capture.leave = () => (leave(), true);
    this.deeds = new ListDeeds(this.list);
    this.bar = selectionBar(this.list);
    this.node = element(
      "section",
      { class: "day-list" },
      element("header", { class: "day-head" }, this.#title, this.#beside),
      this.capture.node,
      this.list.node,
      this.#none,
      this.#coming,
    );
    const clicks = new Clicks(this.list);
    const ends = [() => clicks.end(), pointer.bind(this.list, this.deeds), outline.watch(() => this.#around())];
    this.end = () => {
      ends.forEach((end) => end());
      this.list.end();
      this.capture.end();
    };
    this.#around();
  }

  /** Shows another day; what is looked at stays in sight. @param {string} date */
  turnTo(date) {
    if (date === this.date) return;
    this.date = date;
    this.#wantsFocus = false;
    const { scrollTop } = this.scroller;
    this.list.turnTo(viewOf(date));
    this.scroller.scrollTop = scrollTop;
    this.#none.hidden = true;
    this.#around();
  }

  /** Goes to the first task of the day, or to the field where there is none. */
  enter() {
    this.#wantsFocus = true;
    this.#shown();
  }

  /** Goes to the field, wherever the list has been scrolled to. */
  write() {
    this.capture.focus();
    this.capture.node.scrollIntoView({ block: "nearest" });
  }

  /** Those that will come back on the day. @param {Row[]} rows */
  set coming(rows) {
    this.#coming.hidden = rows.length === 0;
    fill(this.#coming, rows.map((row) => comingLine(row, this.date)));
    this.#shown();
  }

  #around() {
    const today = outline.value?.today ?? "";
    const name = words.onDay(this.date, today);
    const full = w.dayHeading(this.date);
    this.#title.textContent = full;
    this.#beside.textContent = /^\p{L}+$/u.test(name) && !full.startsWith(name) ? name : "";
    this.node.setAttribute("aria-label", full);
    this.capture.placeholder = words.capture.elsewhere(name);
    this.list.redraw();
  }

  #shown() {
    const { picture } = this.list;
    const isAnswer = picture?.view.kind === "search" && picture.view.day === this.date;
    if (!isAnswer) return;
    this.#none.hidden = picture.total > 0 || !this.#coming.hidden;
    if (!this.#wantsFocus) return;
    this.#wantsFocus = false;
    if (!this.list.focusAt(0)) this.write();
  }
}

/** @param {string} date @returns {View} */
function viewOf(date) {
  return { kind: "search", text: queryOfDay(date), day: date };
}
