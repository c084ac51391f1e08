/**
 * The calendar: what has a date, in a month or a week, and the list of the day that is chosen. Tasks are dragged from day to
 * day; the arrows go from day to day too.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { Address } from "../router.js"
 * @import { Pointer } from "../list/pointer.js"
 * @import { Day } from "../calendar/days.js"
 */
import { say } from "../announce.js";
import { cells } from "../calendar/cells.js";
import { DayList } from "../calendar/day-list.js";
import { DayTasks } from "../calendar/day-tasks.js";
import { daysOf } from "../calendar/days.js";
import { CalendarHead } from "../calendar/head.js";
import { Room } from "../calendar/room.js";
import { Source } from "../calendar/source.js";
import { firstOf, isInMonth, turned, walked, weeksAround } from "../calendar/spans.js";
import { clockIn } from "../dates.js";
import { outline } from "../desk.js";
import { element } from "../element.js";
import { openTask } from "../parts/pane.js";
import { prefer, preferences } from "../preferences.js";
import { render } from "../render.js";
import { go } from "../router.js";
import * as w from "../words/en/calendar.js";

/** @typedef {Extract<Address, {screen: "calendar"}>} Where */

export class CalendarScreen {
  #grid = element("div", { class: "days", role: "grid" });
  #missing = element("p", { class: "note", hidden: true });
  #scroller = element("div", { class: "scroller", tabindex: -1 });
  #tasks = new DayTasks(this.#grid);
  #room = new Room(this.#grid, () => this.#draw());
  /** @type {Row[]} */
  #rows = [];
  /** @type {Map<string, Day>} */
  #days = new Map();
  /** What it is drawn by beside the tasks, so that it is drawn anew only where that differs. */
  #around = "";
  #source = new Source((rows, missing) => this.#take(rows, missing));
  /** Until the account's is known, this device's. */
  #today;
  /** Somebody chose the day; one that nobody chose follows today. */
  #isChosen = false;

  /** @param {Where} where @param {Pointer} pointer */
  constructor(where, pointer) {
    this.#today = outline.value?.today ??
      clockIn(Date.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10);
    /** What was asked for last. @type {Where} */
    this.where = where;
    this.span = where.span ?? preferences.value.calendar;
    this.current = this.#dayOf(where);
    this.head = new CalendarHead({
      turn: (steps) => this.#turn(steps),
      today: () => this.today(),
      show: (span) => this.show(span),
    });
    this.day = new DayList(this.current, this.#scroller, pointer, () => this.#focusDay());
    const body = element("div", { class: "calendar-body" }, this.#grid, this.day.node);
    this.#scroller.append(element("div", { class: "column" }, body, this.#missing));
    this.node = element(
      "section",
      { class: "screen calendar-page" },
      this.head.node,
      this.#scroller,
      this.day.bar.node,
    );
    this.#grid.addEventListener("click", (event) => this.#clicked(event));
    this.#grid.addEventListener("keydown", (event) => this.#pressed(event));
    const ends = [
      pointer.bind(this.#tasks, this.#tasks),
      outline.watch(() => this.#turnOfDay()),
      () => this.day.end(),
      () => this.#source.end(),
      () => this.#room.end(),
    ];
    this.end = () => ends.splice(0).forEach((end) => end());
    this.#look();
  }

  get capture() {
    return this.day.capture;
  }

  get list() {
    return this.day.list;
  }

  get deeds() {
    return this.day.deeds;
  }

  focus() {
    this.#focusDay();
  }

  /** Shows other days, of the address. @param {Where} where */
  seek(where) {
    const hadFocus = this.#grid.contains(document.activeElement);
    const before = this.#title;
    this.where = where;
    this.#isChosen = where.day !== undefined;
    this.span = where.span ?? preferences.value.calendar;
    this.current = this.#dayOf(where);
    this.#look();
    if (hadFocus) this.#focusDay();
    if (this.#title !== before) say(this.#title);
  }

  /** Goes to today, with the focus where it was among the days. */
  today() {
    this.#goTo(this.#today);
    this.where = { screen: "calendar" };
    this.#isChosen = false;
    if (document.activeElement === document.body || this.#grid.contains(document.activeElement)) this.#focusDay();
  }

  get #firstWeekday() {
    return Number(outline.value?.settings.firstWeekday ?? 1);
  }

  get #weeks() {
    return weeksAround(this.span, this.current, this.#firstWeekday);
  }

  get #title() {
    const [week] = this.#weeks;
    return this.span === "month" ? w.month(this.current) : w.week(week[0], week[6]);
  }

  /** The day that is chosen at an address: today, where it is among what is shown. @param {Where} where */
  #dayOf({ day, date }) {
    if (day) return day;
    if (!date) return this.#today;
    const [one, other] = [date, this.#today].map((each) => firstOf(this.span, each, this.#firstWeekday));
    return one === other ? this.#today : date;
  }

  #look() {
    const dates = this.#weeks.flat();
    this.#source.turnTo(dates[0], dates[dates.length - 1]);
    this.day.turnTo(this.current);
    document.title = `${this.#title} - Daybook`;
    this.#sort();
  }

  /** @param {Row[]} rows @param {number} missing */
  #take(rows, missing) {
    this.#rows = rows;
    this.#tasks.known = rows;
    this.#missing.hidden = missing === 0;
    this.#missing.textContent = missing === 0 ? "" : w.missing(missing);
    this.#sort();
  }

  get #zone() {
    return String(outline.value?.settings.timeZone ?? "UTC");
  }

  #sort() {
    this.#days = daysOf(this.#rows, this.#weeks.flat(), this.#today, this.#zone);
    this.#draw();
  }

  /** A day has turned, or settings and lists have changed. */
  #turnOfDay() {
    const { today, settings, lists } = outline.value ?? {};
    if (!today) return;
    const around = JSON.stringify([today, settings?.firstWeekday, settings?.timeZone, lists]);
    if (around === this.#around) return;
    this.#around = around;
    this.#today = today;
    if (!this.#isChosen) this.current = this.#dayOf(this.where);
    this.#look();
  }

  #draw() {
    const weeks = this.#weeks;
    const zone = this.#zone;
    const { span, current } = this;
    const today = this.#today;
    const fit = span === "month" ? this.#room.fit : 60;
    this.#grid.setAttribute("aria-label", this.#title);
    this.#grid.className = `days of-${span}`;
    this.#grid.style.setProperty("--weeks", String(weeks.length));
    render(this.#grid, cells({ span, weeks, days: this.#days, current, today, zone, fit }));
    this.head.show(this.#title, span, {
      before: this.#placeAt(turned(span, current, -1)),
      after: this.#placeAt(turned(span, current, 1)),
    });
    this.day.coming = this.#days.get(current)?.coming ?? [];
  }

  /** @param {string} day @returns {Where & {date: string}} */
  #placeAt(day, span = this.span) {
    return { screen: "calendar", span, date: firstOf(span, day, this.#firstWeekday), day };
  }

  /** @param {number} steps */
  #turn(steps) {
    go(this.#placeAt(turned(this.span, this.current, steps)));
  }

  /** @param {import("../calendar/spans.js").Span} span */
  show(span) {
    prefer({ calendar: span });
    if (span !== this.span) go(this.#placeAt(this.current, span));
  }

  /** Chooses a day, and shows other days where it is not among those. @param {string} day @param {boolean} [walks] */
  #goTo(day, walks = false) {
    if (this.#isShown(day)) this.#choose(day);
    else go(this.#placeAt(day), { instead: walks });
  }

  /** Whether a day belongs to what is shown. @param {string} day */
  #isShown(day) {
    return this.span === "month" ? isInMonth(day, this.current) : this.#weeks.flat().includes(day);
  }

  /** @param {string} day */
  #choose(day) {
    this.current = day;
    this.#isChosen = true;
    this.day.turnTo(day);
    this.#draw();
  }

  #focusDay() {
    const cell = this.#grid.querySelector("[tabindex='0']");
    if (cell instanceof HTMLElement) cell.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: "nearest" });
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const cell = target.closest(".days-cell");
    const task = target.closest(".day-task");
    if (!(cell instanceof HTMLElement) || !cell.dataset.date) return;
    // A task of another month is opened where it stands.
    if (task instanceof HTMLElement && task.dataset.id) {
      if (this.#isShown(cell.dataset.date)) this.#choose(cell.dataset.date);
      return openTask(task.dataset.id);
    }
    this.#goTo(cell.dataset.date);
    if (target.closest(".day-more")) this.day.enter();
    else this.#focusDay();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const isRightToLeft = getComputedStyle(this.#grid).direction === "rtl";
    const next = shiftKey ? null : walked(key, this.current, this.#firstWeekday, { isRightToLeft });
    if (next) {
      this.#goTo(next, true);
      this.#focusDay();
    } else if (key === "PageUp" || key === "PageDown") this.#turn(key === "PageUp" ? -1 : 1);
    else if (key === "Enter" || key === " ") this.day.enter();
    else if (key === "+") this.capture.focus();
    else return;
    event.preventDefault();
  }
}
