/**
 * All that can be said of a repetition: how often, on which days, until when, and whether the next one waits for this one. What
 * that means stands below it, in words and as the days that come.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { Draft } from "../repeat/draft.js"
 * @import { Frequency, Recurrence } from "../repeat/rule.js"
 */
import { plusDays } from "../dates.js";
import { outline } from "../desk.js";
import { element } from "../element.js";
import { segments, select } from "../parts/page.js";
import { render } from "../render.js";
import { coming, firstDate } from "../repeat/dates.js";
import { draftOf, recurrenceOfDraft, ruleOfDraft } from "../repeat/draft.js";
import { sayDate } from "../words/forms.js";
import { words as common } from "../words/words.js";
import { later } from "../words/later.js";
import { openDialog } from "./dialog.js";

const words = later.editRepeat;

/** @typedef {(changes: Partial<Draft>) => void} Change */

/** So many days on is the end that is offered first. */
const spans = { daily: 30, weekly: 91, monthly: 365, yearly: 3652 };

/** @param {Row} row @param {string} date @param {(recurrence: Recurrence) => void} keep */
export async function editRepeat({ recurrence }, date, keep) {
  let draft = draftOf(/** @type {Recurrence | null} */ (recurrence), date);
  const body = element("div", { class: "repeat-form" });
  const change = (/** @type {Partial<Draft>} */ changes) => {
    draft = { ...draft, ...changes };
    render(body, ...linesOf(draft, date, change));
  };
  change({});
  const answer = await openDialog(words.title, (close) => {
    const form = element(
      "form",
      { class: "form" },
      body,
      element(
        "div",
        { class: "answers" },
        element("button", { class: "soft", onclick: () => close() }, words.cancel),
        element("button", { class: "strong", type: "submit" }, words.save),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      close("save");
    });
    return [form];
  }, { kind: "of-repeat" });
  if (answer) keep(recurrenceOfDraft(draft));
}

/** @param {Draft} draft @param {string} date @param {Change} change */
function linesOf(draft, date, change) {
  const { frequency } = draft;
  const isMonthly = frequency === "monthly" || frequency === "yearly";
  return [
    pace(draft, change),
    frequency === "weekly" && weekdays(draft, change),
    isMonthly && ofMonth(draft, change),
    ending(draft, date, change),
    labelled(
      words.comes,
      segments(
        words.comes,
        /** @type {["done" | "schedule", string][]} */ (Object.entries(words.coming)),
        draft.onSchedule ? "schedule" : "done",
        (how) => change({ onSchedule: how === "schedule" }),
      ),
    ),
    meaning(draft, date, change),
  ];
}

/** @param {Draft} draft @param {Change} change */
function pace({ interval, frequency }, change) {
  const units = /** @type {[Frequency, string][]} */ (Object.entries(words.units(interval)));
  const unit = select(units, frequency, (one) => change({ frequency: /** @type {Frequency} */ (one) }));
  unit.setAttribute("aria-label", words.unit);
  return labelled(words.every, number(words.every, interval, 1000, (interval) => change({ interval })), unit);
}

/** @param {Draft} draft @param {Change} change */
function weekdays({ weekdays }, change) {
  const first = Number(outline.value?.settings.firstWeekday ?? 1);
  const turn = (/** @type {number} */ day) => () => {
    const others = weekdays.filter((one) => one !== day);
    // One day stays: a week without any would be no repetition.
    if (others.length > 0 || !weekdays.includes(day)) {
      change({ weekdays: weekdays.includes(day) ? others : [...weekdays, day] });
    }
  };
  const days = Array.from({ length: 7 }, (_, at) => (first - 1 + at) % 7 + 1);
  return labelled(
    words.weekdays,
    element(
      "div",
      { class: "weekdays", role: "group", "aria-label": words.weekdays },
      days.map((day) =>
        element("button", {
          "aria-pressed": String(weekdays.includes(day)),
          "aria-label": common.weekdayName(day),
          onclick: turn(day),
        }, common.shortWeekday(day))
      ),
    ),
  );
}

/** @param {Draft} draft @param {Change} change */
function ofMonth(draft, change) {
  const { by, own, frequency } = draft;
  const kinds = Object.entries(words.by).filter(([one]) => one !== "own" || own?.frequency === frequency);
  const shown = by === "own" && own?.frequency !== frequency ? "day" : by;
  const kind = select(kinds, shown, (by) => change({ by: /** @type {Draft["by"]} */ (by) }));
  kind.setAttribute("aria-label", words.which);
  const day = select(
    [...Array.from({ length: 31 }, (_, at) => /** @type {[string, string]} */ ([String(at + 1), String(at + 1)])), [
      "-1",
      words.lastDay,
    ]],
    String(draft.monthDay),
    (day) => change({ monthDay: Number(day) }),
  );
  day.setAttribute("aria-label", words.day);
  return labelled(
    words.weekdays,
    kind,
    shown === "day" && day,
    shown === "weekday" && nth(draft, change),
    shown === "weekday" && weekdayOf(draft, change),
    frequency === "yearly" && shown !== "own" && month(draft, change),
  );
}

/** @param {Draft} draft @param {Change} change */
function nth({ ordinal }, change) {
  const order = ["1", "2", "3", "4", "-1"];
  const names = /** @type {Record<string, string>} */ (words.ordinals);
  const all = order.includes(String(ordinal)) ? order : [...order, String(ordinal)];
  return named(
    words.which,
    select(
      all.map((one) => [one, names[one] ?? one]),
      String(ordinal),
      (one) => change({ ordinal: Number(one) }),
    ),
  );
}

/** @param {Draft} draft @param {Change} change */
function weekdayOf({ weekday }, change) {
  const days = [1, 2, 3, 4, 5, 6, 7].map((
    day,
  ) => /** @type {[string, string]} */ ([String(day), common.weekdayName(day)]));
  return named(words.weekdays, select(days, String(weekday), (day) => change({ weekday: Number(day) })));
}

/** @param {Draft} draft @param {Change} change */
function month({ month }, change) {
  const months = Array.from({ length: 12 }, (_, at) => {
    const date = `2024-${String(at + 1).padStart(2, "0")}-01`;
    return /** @type {[string, string]} */ ([String(at + 1), sayDate(date, { month: "long" })]);
  });
  return named(words.month, select(months, String(month), (one) => change({ month: Number(one) })));
}

/** @param {Draft} draft @param {string} date @param {Change} change */
function ending({ ends, until, count, frequency }, date, change) {
  const kind = select(
    Object.entries(words.endings),
    ends,
    (ends) => change({ ends: /** @type {Draft["ends"]} */ (ends), until: until || plusDays(date, spans[frequency]) }),
  );
  const last = element("input", {
    class: "input",
    type: "date",
    "aria-label": words.until,
    min: date,
    value: until,
    required: true,
    onchange: (/** @type {Event} */ { currentTarget }) =>
      change({ until: /** @type {HTMLInputElement} */ (currentTarget).value }),
  });
  return labelled(
    words.ends,
    named(words.ends, kind),
    ends === "until" && last,
    ends === "count" && number(words.count, count, 10_000, (count) => change({ count })),
  );
}

/** What the answers mean. @param {Draft} draft @param {string} date @param {Change} change */
function meaning(draft, date, change) {
  const rule = ruleOfDraft(draft);
  const first = firstDate(rule, date);
  const days = [...(first === date ? [] : [first]), ...coming(recurrenceOfDraft(draft), first, 4)].slice(0, 4);
  const turn = (/** @type {string} */ day) => () => {
    const others = draft.except.filter((one) => one !== day);
    change({ except: draft.except.includes(day) ? others : [...others, day].sort() });
  };
  const year = (/** @type {string} */ day) =>
    day.slice(0, 4) === date.slice(0, 4) ? undefined : /** @type {const} */ ("numeric");
  const name = (/** @type {string} */ day) =>
    sayDate(day, { weekday: "short", day: "numeric", month: "short", year: year(day) });
  return element(
    "div",
    { class: "meaning", key: "meaning" },
    element("p", { "aria-live": "polite" }, common.capital(common.repeats(rule)), "."),
    days.length === 0 && element("p", {}, words.over),
    days.length > 0 &&
      element(
        "div",
        { class: "repeat-days", role: "group", "aria-label": words.next },
        element("span", {}, words.next),
        days.map((day) => {
          const isOut = draft.except.includes(day);
          const label = isOut ? words.leftOut(name(day)) : name(day);
          const how = { key: day, "aria-pressed": String(!isOut), "aria-label": label, title: words.nextHint };
          return element("button", { ...how, onclick: turn(day) }, name(day));
        }),
      ),
    element("p", { class: "note" }, words.following),
  );
}

/** @param {string} name @param {...(import("../element.js").Child)} controls */
function labelled(name, ...controls) {
  return element(
    "div",
    { class: "repeat-line", key: name },
    element("span", { class: "label" }, name),
    element("div", { class: "repeat-controls" }, controls),
  );
}

/** @param {string} name @param {HTMLElement} control */
function named(name, control) {
  control.setAttribute("aria-label", name);
  return control;
}

/** @param {string} label @param {number} value @param {number} most @param {(value: number) => void} chosen */
function number(label, value, most, chosen) {
  return element("input", {
    class: "input count-field",
    type: "number",
    inputmode: "numeric",
    min: 1,
    max: most,
    required: true,
    "aria-label": label,
    value,
    oninput: (/** @type {Event} */ { currentTarget }) => {
      const { valueAsNumber, validity } = /** @type {HTMLInputElement} */ (currentTarget);
      if (validity.valid) chosen(valueAsNumber);
    },
  });
}
