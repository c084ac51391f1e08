/** Where things stand in a picture, and how strong they are. */
import { daysBetween, weekday } from "../dates.js";

/** The room for a picture, and the size of the text, in pixels. @typedef {{width: number, rem: number}} Size */

/** Letters of the axes, in the size of the text, and how wide one is on average. */
export const letters = 0.75;
const letterWidth = 0.58;

/** The top of a scale that has room for a count, and whose half is a whole number. @param {number} most */
export function topOf(most) {
  for (let unit = 1;; unit *= 10) {
    const top = [2, 4, 6, 8, 10].find((step) => step * unit >= most);
    if (top) return top * unit;
  }
}

/**
 * How strong a count is beside the greatest one: 0 for none, then 1 to 4.
 * @param {number} count @param {number} most
 */
export function level(count, most) {
  return count === 0 ? 0 : Math.ceil(count / most * 4);
}

/** How broad a label is, roughly. @param {string} text @param {number} rem */
export function broadOf(text, rem) {
  return text.length * letters * letterWidth * rem;
}

/** @typedef {{text: string, at: number}} Label  and the middle of what it names */

/**
 * The labels that have room side by side, of those given first the first; at an edge they stand inside.
 * @param {Label[]} labels @param {Size} size @returns {{text: string, x: number, anchor: "start" | "middle" | "end"}[]}
 */
export function fitting(labels, { width, rem }) {
  const apart = broadOf("m", rem);
  /** @type {{from: number, to: number}[]} */
  const taken = [];
  return labels.flatMap(({ text, at }) => {
    const long = broadOf(text, rem);
    const from = Math.min(Math.max(at - long / 2, 0), width - long);
    const to = from + long;
    if (from < 0 || taken.some((other) => from < other.to + apart && to > other.from - apart)) return [];
    taken.push({ from, to });
    if (from === at - long / 2) return { text, x: at, anchor: /** @type {const} */ ("middle") };
    return from === 0
      ? { text, x: 0, anchor: /** @type {const} */ ("start") }
      : { text, x: width, anchor: /** @type {const} */ ("end") };
  });
}

/**
 * The first of these sets of labels that has room as a whole, or what has room of the last.
 * @param {Label[][]} sets @param {Size} size
 */
export function firstFitting(sets, size) {
  const all = sets.map((labels) => fitting(labels, size));
  return all.find((labels, at) => labels.length === sets[at].length) ?? all.at(-1) ?? [];
}

/** How many rows down a date is in its week, from 0. @param {string} date @param {number} firstWeekday */
export function rowOf(date, firstWeekday) {
  return (weekday(date) - firstWeekday + 7) % 7;
}

/**
 * How many weeks a date is after that of the first.
 * @param {string} first @param {string} date @param {number} firstWeekday
 */
export function weekOf(first, date, firstWeekday) {
  return Math.floor((daysBetween(first, date) + rowOf(first, firstWeekday)) / 7);
}

/**
 * So many columns are broken into lines where they have no room side by side.
 * @param {number} columns @param {Size} size
 */
export function linesOf(columns, { width, rem }) {
  const least = Math.min(0.65 * rem, 14);
  const lines = Math.max(1, Math.ceil(columns * least / width));
  const perLine = Math.ceil(columns / lines);
  return { lines: Math.ceil(columns / perLine), perLine, cell: width / perLine };
}
