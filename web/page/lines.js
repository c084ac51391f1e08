/** Lines that become tasks: what was typed stays as it is, and what was pasted loses the marks of its list. */

/** Points and boxes that lists begin with, and a box that is ticked among them. */
const point = /^[-*+•‣◦▪–—](?=\s|$)/;
const box = /^(?:\[( |x|X)?\]|([☐☑☒✅✓✔]))(?=\s|$)/;
const numbered = /^(\d{1,3})[.)](?=\s|$)/;
const ticks = "xX☑☒✅✓✔";

/** So many characters a title has at most that is written down: far more than anybody means to type. */
export const longestTitle = 10_000;

/** How long the first is that is too long for a title; null where all are short enough. @param {string[]} titles */
export function tooLong(titles) {
  return titles.find(({ length }) => length > longestTitle)?.length ?? null;
}

/** @param {string} text @returns {string[]} */
export function linesOf(text) {
  return text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
}

/**
 * The tasks of a pasted list, and those that were ticked there; null where it is one line, or none, which is pasted as text
 * is. A number is a mark only where numbers count from 1, so that a date at the beginning of a line stays.
 * @param {string} text @returns {{titles: string[], completed: string[]} | null}
 */
export function pastedList(text) {
  const lines = linesOf(text);
  if (lines.length < 2) return null;
  /** @type {{titles: string[], completed: string[]}} */
  const list = { titles: [], completed: [] };
  let count = 0;
  for (const line of lines) {
    const number = Number(line.match(numbered)?.[1]);
    const counts = number === 1 || (count > 0 && number === count + 1);
    if (counts) count = number;
    const rest = line.replace(counts ? numbered : point, "").trim();
    const ticked = rest.match(box);
    const title = rest.replace(box, "").trim();
    const isDone = ticked !== null && ticks.includes(ticked[1] ?? ticked[2] ?? " ");
    if (title) list[isDone ? "completed" : "titles"].push(title);
  }
  return list.titles.length + list.completed.length > 0 ? list : null;
}
