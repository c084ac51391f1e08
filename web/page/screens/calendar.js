/**
 * The calendar: what has a date, in a month or a week, and the list of the day that is chosen. Tasks are dragged from day
 * to day; the arrows go from day to day too.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { Pointer } from "../list/pointer.js"
 * @import { Day } from "../calendar/days.js"
 * @import { Where } from "../calendar/place.js"
 * @import { Span } from "../calendar/spans.js"
 */
import { say } from "../announce.js";
import { cells } from "../calendar/cells.js";
import { DayList } from "../calendar/day-list.js";
import { DayTasks } from "../calendar/day-tasks.js";
import { daysOf } from "../calendar/days.js";
import { CalendarHead } from "../calendar/head.js";
import { Place } from "../calendar/place.js";
import { Room } from "../calendar/room.js";
import { Source } from "../calendar/source.js";
import { walked } from "../calendar/spans.js";
import { clockIn } from "../dates.js";
import { outline } from "../desk.js";
import { element } from "../element.js";
import { openTask } from "../parts/pane.js";
import { prefer, preferences } from "../preferences.js";
import { render } from "../render.js";
import { go } from "../router.js";
import { later } from "../words/later.js";

const w = later.calendar;

/** A day of a week shows all, as far as anybody looks. */
const mostOfWeek = 60;

export class CalendarScreen {
  #grid = element("div", { class: "days", role: "grid" });
  #missing = element("p", { class: "note", hidden: true });
  #scroller = element("div", { class: "scroller", tabindex: -1 });
  #tasks = new DayTasks(this.#grid);
  #room = new Room(this.#grid, () => this.#draw());
  #source = new Source((rows, missing) => this.#take(rows, missing));
  /** @type {Row[]} */
  #rows = [];
  /** @type {Map<string, Day>} */
  #days = new Map();
  /** What it is drawn by beside the tasks, so that it is drawn anew only where that differs. */
  #around = "";

  /** @param {Where} where @param {Pointer} pointer */
  constructor(where, pointer) {
    this.place = new Place(todayHere(), firstWeekday(), where, preferences.value.calendar);
    this.head = new CalendarHead({
      turn: (steps) => go(this.place.turned(steps)),
      today: () => this.today(),
      show: (span) => this.show(span),
    });
    this.day = new DayList(this.place.current, this.#scroller, pointer, () => this.#focusDay());
    const body = element("div", { class: "calendar-body" }, this.#grid, this.day.node);
    this.#scroller.append(element("div", { class: "column" }, body, this.#missing));
    const parts = [this.head.node, this.#scroller, this.day.bar.node];
    this.node = element("section", { class: "screen calendar-page" }, parts);
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
    this.place.seek(where, preferences.value.calendar);
    this.#look();
    if (hadFocus) this.#focusDay();
    if (this.#title !== before) say(this.#title);
  }

  /** Goes to today, with the focus where it was among the days. */
  today() {
    this.#goTo(this.place.today);
    this.place.follow();
    if (document.activeElement === document.body || this.#grid.contains(document.activeElement)) this.#focusDay();
  }

  /** Goes to the field of the chosen day. */
  write() {
    this.day.write();
  }

  /** @param {Span} span */
  show(span) {
    prefer({ calendar: span });
    if (span !== this.place.span) go(this.place.showing(this.place.current, span));
  }

  get #title() {
    const { span, current, weeks: [week] } = this.place;
    return span === "month" ? w.month(current) : w.week(week[0], week[6]);
  }

  get #zone() {
    return String(outline.value?.settings.timeZone ?? "UTC");
  }

  #look() {
    const dates = this.place.weeks.flat();
    this.#source.turnTo(dates[0], dates[dates.length - 1]);
    this.day.turnTo(this.place.current);
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

  #sort() {
    const { weeks, today } = this.place;
    this.#days = daysOf(this.#rows, weeks.flat(), today, this.#zone);
    this.#draw();
  }

  /** A day has turned, or settings and lists have changed. */
  #turnOfDay() {
    const { today, settings, lists } = outline.value ?? {};
    if (!today) return;
    const around = JSON.stringify([today, settings?.firstWeekday, settings?.timeZone, lists]);
    if (around === this.#around) return;
    this.#around = around;
    const hadFocus = this.#grid.contains(document.activeElement);
    this.place.turnOfDay(today, firstWeekday());
    this.#look();
    if (hadFocus) this.#focusDay();
  }

  #draw() {
    const { span, current, today, weeks } = this.place;
    const fit = span === "month" ? this.#room.fit : mostOfWeek;
    this.#grid.setAttribute("aria-label", this.#title);
    this.#grid.className = `days of-${span}`;
    this.#grid.style.setProperty("--weeks", String(weeks.length));
    render(this.#grid, cells({ span, weeks, days: this.#days, current, today, zone: this.#zone, fit }));
    this.head.show(this.#title, span, { before: this.place.turned(-1), after: this.place.turned(1) });
    this.day.coming = this.#days.get(current)?.coming ?? [];
  }

  /** Chooses a day, and shows other days where it is not among those. @param {string} day @param {boolean} [walks] */
  #goTo(day, walks = false) {
    if (this.place.holds(day)) this.#choose(day);
    else go(this.place.showing(day), { instead: walks });
  }

  /** @param {string} day */
  #choose(day) {
    this.place.choose(day);
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
    const { date } = /** @type {HTMLElement | null} */ (target.closest(".days-cell"))?.dataset ?? {};
    const { id } = /** @type {HTMLElement | null} */ (target.closest(".day-task"))?.dataset ?? {};
    if (!date) return;
    // A task of another month is opened where it stands.
    if (!id || this.place.holds(date)) this.#goTo(date);
    if (id) return openTask(id);
    this.#focusDay();
    if (target.closest(".day-more")) this.day.enter();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey) return;
    const isRightToLeft = getComputedStyle(this.#grid).direction === "rtl";
    const { current, firstWeekday } = this.place;
    const next = shiftKey ? null : walked(key, current, firstWeekday, { isRightToLeft });
    if (next) {
      this.#goTo(next, true);
      this.#focusDay();
    } else if (key === "PageUp" || key === "PageDown") go(this.place.turned(key === "PageUp" ? -1 : 1));
    else if (key === "Enter" || key === " ") this.day.enter();
    else if (key === "+") this.day.write();
    else return;
    event.preventDefault();
  }
}

/** Until the account's day is known, that of this device. */
function todayHere() {
  return outline.value?.today ?? clockIn(Date.now(), new Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10);
}

function firstWeekday() {
  return Number(outline.value?.settings.firstWeekday ?? 1);
}
