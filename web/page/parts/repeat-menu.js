/**
 * How often a task comes back: what its date suggests, all other choices behind those, and the way past one occurrence.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { Recurrence } from "../repeat/rule.js"
 */
import { clockIn, daysBetween, instantIn, plusDays } from "../dates.js";
import { edit, tell } from "../deeds.js";
import { outline } from "../desk.js";
import { choiceOf, choicesFor, repeating } from "../repeat/choices.js";
import { skipped } from "../repeat/dates.js";
import { readRule, recurrenceOf } from "../repeat/rule.js";
import { dayName } from "../words/forms.js";
import { words } from "../words/words.js";
import { withMore } from "./later.js";
import { openMenu } from "./menu.js";

const zone = () => String(outline.value?.settings.timeZone ?? "UTC");
const today = () => outline.value?.today ?? new Date().toISOString().slice(0, 10);

/** The date that an occurrence stands for, where the page can tell. @param {Row} row */
export function dateOf({ scheduledDate, dueAt }) {
  return scheduledDate ?? (dueAt ? clockIn(dueAt, zone()).slice(0, 10) : null);
}

/** @param {HTMLElement | {x: number, y: number}} anchor @param {Row} row */
export function chooseRepeat(anchor, row) {
  const date = dateOf(row) ?? today();
  const rule = readRule(row.recurrence);
  const current = rule && choiceOf(rule, date);
  const next = row.recurrence ? skipped(/** @type {Recurrence} */ (row.recurrence), date, today()) : null;
  openMenu(anchor, words.repeat.name, [
    { label: words.repeat.none, checked: !row.recurrence, run: () => stop(row) },
    ...choicesFor(date).map(({ choice, rule: one }) => ({
      label: words.capital(words.repeats(one)),
      checked: choice === current,
      run: () => choice !== current && repeat(row, keepEnd(recurrenceOf(one), row)),
    })),
    {
      label: words.repeat.custom,
      checked: row.recurrence !== null && current === null,
      run: () => withMore((more) => more.editRepeat(row, date, (recurrence) => repeat(row, recurrence))),
    },
    next && row.state !== "completed" && {
      label: words.repeat.skip(dayName(next.date, today())),
      icon: "skip",
      kind: "apart",
      run: () => skip(row, date, next),
    },
  ]);
}

/** Another rhythm ends where the one before did, and comes as that did. @param {Recurrence} recurrence @param {Row} row */
function keepEnd(recurrence, row) {
  const before = /** @type {Recurrence | null} */ (row.recurrence);
  const end = readRule(before)?.end;
  const rule = readRule(recurrence);
  return before && end && rule ? recurrenceOf({ ...rule, end }, { onSchedule: before.onSchedule }) : recurrence;
}

/** @param {Row} row @param {Recurrence} recurrence */
export async function repeat({ id, scheduledDate }, recurrence) {
  const done = await edit([id], repeating(recurrence, scheduledDate, today()));
  tell(done, words.capital(words.repeats(readRule(recurrence))), "short");
}

/** @param {Row} row */
async function stop({ id, recurrence }) {
  if (recurrence) tell(await edit([id], { recurrence: null }), words.repeat.none, "short");
}

/**
 * This one becomes the one after it, with its times as many days later.
 * @param {Row} row @param {string} date @param {NonNullable<ReturnType<typeof skipped>>} next
 */
async function skip({ id, dueAt, reminderAt }, date, next) {
  const days = daysBetween(date, next.date);
  const later = (/** @type {string} */ at) => {
    const clock = clockIn(at, zone());
    return instantIn(plusDays(clock.slice(0, 10), days), clock.slice(11, 16), zone());
  };
  const done = await edit([id], {
    scheduledDate: next.date,
    recurrence: next.recurrence,
    ...(dueAt && { dueAt: later(dueAt) }),
    ...(reminderAt && { reminderAt: later(reminderAt) }),
  });
  tell(done, words.repeat.skipped(dayName(next.date, today())), "normal");
}
