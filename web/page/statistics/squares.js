/**
 * Counts as squares that are the stronger the more there are: the days of a year, the hours of the weekdays.
 *
 * @import { Drawing } from "./picture.js"
 * @import { Label, Size } from "./scales.js"
 */
import { broadOf, level, linesOf } from "./scales.js";
import { axis, axisHeight, drawn, sharp } from "./svg.js";

/** @typedef {{key: string, count: number, label: string, column: number, row: number}} Square */

/** What stands beside the rows, in the size of the text: as broad as a short name of a weekday. */
const beside = 2.25;

/**
 * @param {Square[]} squares @param {Label[][]} heads  sets of names above the columns, `at` being a column
 * @param {string[]} names  of the rows @param {Size} size
 * @param {boolean} isTall  higher than broad, where it is narrow
 * @returns {Drawing}
 */
export function drawSquares(squares, heads, names, size, isTall) {
  const { rem } = size;
  const left = Math.ceil(beside * rem);
  const room = { width: size.width - left, rem };
  const { lines, perLine, cell } = linesOf(Math.max(...squares.map(({ column }) => column)) + 1, room);
  const high = isTall ? Math.min(Math.max(cell, 1.125 * rem), 1.75 * rem) : cell;
  const head = axisHeight(size);
  const line = head + names.length * high + 0.5 * rem;
  const most = Math.max(...squares.map(({ count }) => count));
  const behind = Array.from({ length: lines }, (_, row) => {
    // Names begin where their columns do.
    const own = heads.map((set) =>
      set.filter(({ at }) => Math.floor(at / perLine) === row)
        .map(({ text, at }) => ({ text, at: (at % perLine) * cell + broadOf(text, rem) / 2 }))
    );
    return [...axis(own, row * line + 0.75 * rem, size, left), ...sides(names, row * line + head, high, rem)];
  });
  const gap = Math.min(2, cell * 0.18);
  return {
    height: lines * line,
    behind: behind.flat(),
    marks: squares.map(({ key, count, label, column, row }) => {
      const x = left + (column % perLine) * cell;
      const y = Math.floor(column / perLine) * line + head + row * high;
      return {
        key,
        label,
        column,
        row,
        box: { x, y, width: cell, height: high },
        shape: drawn("rect", {
          class: `square level-${level(count, most)}`,
          x: sharp(x + gap / 2),
          y: sharp(y + gap / 2),
          width: sharp(cell - gap),
          height: sharp(high - gap),
          rx: sharp(Math.min(3, cell / 4)),
        }),
      };
    }),
  };
}

/** The names of rows. @param {string[]} names @param {number} top @param {number} high @param {number} rem */
function sides(names, top, high, rem) {
  return names.map((name, row) => {
    const y = sharp(top + (row + 0.5) * high + 0.26 * rem);
    return name && drawn("text", { class: "axis", x: 0, y, "aria-hidden": "true" }, name);
  });
}
