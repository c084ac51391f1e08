/**
 * The server's answers (docs/build/statistics.md) as far as they follow from completed tasks alone: for where the server
 * does not answer. What was postponed and what a week added are the history's, and not here.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { Answers, By } from "./source.js"
 */
import { clockIn, dayIn, plusDays, plusMonths, weekday } from "../dates.js";

/**
 * @typedef {Pick<Row, "completedAt" | "createdAt" | "listId" | "category" | "region" | "tags">} Done
 * @typedef {{done: Done[], today: string, zone: string, dayStart: string, firstWeekday: number, version: number}} Known
 */

/** @param {Known} known @returns {Answers["summary"]} */
export function summaryOf({ done, today, zone, dayStart, firstWeekday, version }) {
  const dates = done.map(({ completedAt }) => dayIn(completedAt ?? 0, zone, dayStart));
  const between = (/** @type {string} */ from, /** @type {string} */ to) =>
    dates.filter((date) => date >= from && date < to).length;
  const week = plusDays(today, -((weekday(today) - firstWeekday + 7) % 7));
  const [before, month, next] = [-1, 0, 1].map((months) => plusMonths(today, months));
  return {
    date: today,
    today: between(today, plusDays(today, 1)),
    thisWeek: between(week, plusDays(week, 7)),
    thisMonth: between(month, next),
    lastMonth: between(before, month),
    ever: dates.length,
    revision: version,
  };
}

/** What was done from one date to another, both included. @param {Known} known @param {string} from @param {string} to @returns {Known} */
export function within(known, from, to) {
  const { done, zone, dayStart } = known;
  const isWithin = (/** @type {string} */ date) => date >= from && date <= to;
  return { ...known, done: done.filter(({ completedAt }) => isWithin(dayIn(completedAt ?? 0, zone, dayStart))) };
}

/** @param {Known} known @param {string} from @param {string} to @returns {Answers["days"]} */
export function daysOf({ done, zone, dayStart }, from, to) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (let date = from; date <= to; date = plusDays(date, 1)) counts.set(date, 0);
  for (const { completedAt } of done) {
    const date = dayIn(completedAt ?? 0, zone, dayStart);
    const count = counts.get(date);
    if (count !== undefined) counts.set(date, count + 1);
  }
  const days = [...counts].map(([date, count]) => ({ date, count }));
  const most = Math.max(0, ...counts.values());
  const busiest = most > 0 ? days.find(({ count }) => count === most) ?? null : null;
  return { from, to, total: days.reduce((sum, { count }) => sum + count, 0), busiest, days };
}

/**
 * The largest first, equal ones by key, those without a key last among equals.
 * @param {Known} known @param {By} by @returns {Answers["balance"]}
 */
export function balanceOf({ done }, by) {
  /** @type {Map<string | null, number>} */
  const counts = new Map();
  for (const task of done) for (const key of keysOf(task, by)) counts.set(key, (counts.get(key) ?? 0) + 1);
  const order = [...counts].sort(([left, one], [right, other]) =>
    other - one || Number(left === null) - Number(right === null) || ((left ?? "") < (right ?? "") ? -1 : 1)
  );
  const percents = percentsOf(order.map(([, count]) => count));
  const shares = order.map(([key, count], at) => ({ key, name: nameOf(key, by), count, percent: percents[at] }));
  return { by, total: shares.reduce((sum, { count }) => sum + count, 0), shares };
}

/** @param {Done} task @param {By} by @returns {(string | null)[]} */
function keysOf({ listId, category, region, tags }, by) {
  if (by === "tag") return tags.length > 0 ? tags : [null];
  return [by === "list" ? listId : by === "category" ? category : region];
}

/** What names itself; a list's name is known elsewhere. @param {string | null} key @param {By} by */
function nameOf(key, by) {
  return by === "list" ? null : key;
}

/** Rounded so that they add up to 100: the largest remainders are rounded up. @param {number[]} counts */
function percentsOf(counts) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const percents = counts.map((count) => Math.floor(count * 100 / total));
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  const rest = (/** @type {number} */ at) => counts[at] * 100 % total;
  const byRemainder = counts.map((_, at) => at).sort((one, other) => rest(other) - rest(one) || one - other);
  for (const at of byRemainder.slice(0, missing)) percents[at] += 1;
  return percents;
}

/** From Monday to Sunday, by the hours of the clock. @param {Known} known @returns {Answers["rhythm"]} */
export function rhythmOf({ done, zone, dayStart }) {
  const cells = Array.from({ length: 7 }, () => new Array(24).fill(0));
  for (const { completedAt } of done) {
    const hour = Number(clockIn(completedAt ?? 0, zone).slice(11, 13));
    cells[weekday(dayIn(completedAt ?? 0, zone, dayStart)) - 1][hour] += 1;
  }
  const sum = (/** @type {number[]} */ counts) => counts.reduce((all, count) => all + count, 0);
  return {
    cells,
    weekdays: cells.map(sum),
    hours: Array.from({ length: 24 }, (_, hour) => sum(cells.map((day) => day[hour]))),
  };
}

/** Percentiles are values that occur. @param {Known} known @returns {Answers["time"]} */
export function timeOf({ done }) {
  const seconds = done
    .map(({ createdAt, completedAt }) =>
      Math.max(0, Math.trunc((Date.parse(completedAt ?? "") - Date.parse(createdAt)) / 1000))
    )
    .sort((one, other) => one - other);
  const { length } = seconds;
  if (length === 0) return { count: 0, medianSeconds: null, ninetiethSeconds: null, averageSeconds: null };
  const percentile = (/** @type {number} */ part) => seconds[Math.max(0, Math.ceil(length * part / 100) - 1)];
  const average = Math.trunc(seconds.reduce((sum, one) => sum + one, 0) / length);
  return { count: length, medianSeconds: percentile(50), ninetiethSeconds: percentile(90), averageSeconds: average };
}
