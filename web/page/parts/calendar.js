/** Chooses a day: the days that are wanted most by name, the rest from a month whose days the arrows walk through. */
import { remark } from "../deeds.js";
import { outline } from "../desk.js";
import { element, fill } from "../element.js";
import { walked } from "../calendar/spans.js";
import { clockIn, instantIn, plusDays, plusMonths, usualTime, weeksOf } from "../dates.js";
import { icon } from "./icons.js";
import { openPopover } from "./popover.js";
import { sayDate } from "../words/forms.js";
import { words } from "../words/words.js";
import { wantedDays } from "./wanted-days.js";

/**
 * @typedef {object} Choice
 * @property {string} label
 * @property {string} [about]  what it is for, where it covers that
 * @property {string | null} value  the day that is chosen now
 * @property {string | null} [time]  of day, where one is asked for too
 * @property {(date: string) => string} [usual]  time of a day, until one is chosen
 * @property {string} [first]  day that can be chosen
 * @property {boolean} [canClear]
 * @property {(date: string | null, time: string | null) => void} chosen
 */

/** @param {HTMLElement | {x: number, y: number}} anchor @param {Choice} choice */
export function openCalendar(anchor, { label, about, value, time, usual, first, canClear, chosen }) {
  const today = outline.value?.today ?? new Date().toISOString().slice(0, 10);
  const firstWeekday = Number(outline.value?.settings.firstWeekday ?? 1);
  const tomorrow = outline.value?.tomorrow ?? plusDays(today, 1);
  // What is planned anew is mostly for another day.
  let current = value ?? (time === undefined ? tomorrow : today);
  const clock = time === undefined
    ? null
    : element("input", { type: "time", class: "time", "aria-label": words.calendar.time, value: time });
  let isChosen = Boolean(time);
  clock?.addEventListener("input", () => isChosen = true);
  const timeOn = (/** @type {string} */ date) => isChosen && clock?.value || (usual?.(date) ?? "09:00");
  const grid = element("div", { class: "month-grid", role: "grid", "aria-label": label });
  const title = element("span", { class: "month-name", "aria-live": "polite" });
  const node = element("div", { class: "calendar", role: "dialog", "aria-label": label });
  const choose = (/** @type {string | null} */ date) => {
    if (first && date && date < first) return remark(words.notBeforeToday);
    close();
    chosen(date, clock && date ? timeOn(date) : null);
  };
  const draw = () => {
    title.textContent = sayDate(current, { month: "long", year: "numeric" });
    if (clock && !isChosen) clock.value = timeOn(current);
    fill(grid, monthRows({ current, value, today, first, firstWeekday, choose }));
  };
  const turn = (/** @type {number} */ months) => {
    current = plusMonths(current, months);
    draw();
  };
  const step = (/** @type {string} */ name, /** @type {string} */ said, /** @type {number} */ months) =>
    element("button", { class: "quiet", "aria-label": said, onclick: () => turn(months) }, icon(name));
  grid.addEventListener("keydown", (event) => {
    const next = walked(event.key, current, firstWeekday) ?? turned(event.key, current);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    current = next;
    draw();
    /** @type {HTMLElement | null} */ (grid.querySelector("[tabindex='0']"))?.focus();
  });
  fill(
    node,
    about && element("p", { class: "calendar-about narrow-only" }, about),
    element(
      "div",
      { class: "wanted" },
      wantedDays(today, tomorrow).map((day) => wantedButton(day, value, choose)),
    ),
    clock && element("label", { class: "time-line" }, element("span", {}, words.calendar.time), clock),
    element(
      "div",
      { class: "month" },
      step("back", words.calendar.before, -1),
      title,
      step("forward", words.calendar.after, 1),
    ),
    grid,
    canClear && value !== null &&
      element(
        "button",
        { class: "menu-item", onclick: () => choose(null) },
        icon("close"),
        words.moveTo.none,
      ),
    element(
      "div",
      { class: "answers" },
      element("button", { class: "soft", onclick: () => close() }, words.cancel),
      element("button", { class: "strong", onclick: () => choose(current) }, words.calendar.done),
    ),
  );
  draw();
  const close = openPopover(node, anchor);
  /** @type {HTMLElement | null} */ (grid.querySelector("[tabindex='0']"))?.focus();
}

/**
 * Chooses a day and a time of it, by the account's clock.
 * @param {HTMLElement} anchor @param {string} label @param {string | null} at  what is chosen now
 * @param {(at: string | null) => void} chosen
 */
export function openMoment(anchor, label, at, chosen) {
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  const clock = at && clockIn(at, zone);
  openCalendar(anchor, {
    label,
    value: clock && clock.slice(0, 10),
    time: clock ? clock.slice(11, 16) : null,
    usual: (date) => usualTime(date, clockIn(Date.now(), zone)),
    canClear: true,
    chosen: (date, time) => chosen(date && instantIn(date, time ?? "09:00", zone)),
  });
}

/**
 * @param {ReturnType<typeof wantedDays>[number]} day
 * @param {string | null} value
 * @param {(date: string) => void} choose
 */
function wantedButton({ name, icon: drawn, kind, date }, value, choose) {
  const beside = sayDate(date, { weekday: "short", day: "numeric" });
  const attributes = {
    class: "menu-item",
    "aria-pressed": String(date === value),
    onclick: () => choose(date),
  };
  return element(
    "button",
    attributes,
    icon(drawn, kind),
    element("span", { class: "menu-label" }, name),
    element("small", {}, beside),
  );
}

/**
 * @param {{current: string, value: string | null, today: string, first?: string, firstWeekday: number,
 *   choose: (date: string) => void}} month
 */
function monthRows({ current, value, today, first = "", firstWeekday, choose }) {
  const weeks = weeksOf(current, firstWeekday);
  const names = weeks[0].map((date) =>
    element(
      "span",
      { role: "columnheader", "aria-label": sayDate(date, { weekday: "long" }) },
      sayDate(date, { weekday: "narrow" }),
    )
  );
  const cell = (/** @type {string} */ date) => {
    const attributes = {
      class: "day" + (date.slice(0, 7) === current.slice(0, 7) ? "" : " other") + (date === today ? " today" : ""),
      tabindex: date === current ? 0 : -1,
      "aria-label": sayDate(date, { weekday: "long", day: "numeric", month: "long" }),
      "aria-current": date === today ? "date" : null,
      "aria-disabled": date < first ? "true" : null,
      "aria-pressed": String(date === value),
      onclick: () => choose(date),
    };
    return element("span", { role: "gridcell" }, element("button", attributes, String(Number(date.slice(8)))));
  };
  return [
    element("div", { role: "row", class: "week names" }, names),
    weeks.map((week) => element("div", { role: "row", class: "week" }, week.map(cell))),
  ].flat();
}

/** The month to which a key leads; null for a key that leads to none. @param {string} key @param {string} date */
function turned(key, date) {
  if (key === "PageUp") return plusMonths(date, -1);
  return key === "PageDown" ? plusMonths(date, 1) : null;
}
