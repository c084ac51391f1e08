/**
 * Counts side by side, one bar each.
 *
 * @import { Drawing } from "./picture.js"
 * @import { Size } from "./scales.js"
 */
import { topOf } from "./scales.js";
import { axis, axisHeight, drawn, sharp } from "./svg.js";
import { number } from "../words/forms.js";

/**
 * A bar: what is read out, and what stands below it.
 * @typedef {{key: string, count: number, label: string, tick: string}} Bar
 */

/**
 * @param {Bar[]} bars @param {number} every  so many bars from the last to the one before it that is named
 * @param {Size} size @returns {Drawing}
 */
export function drawBars(bars, every, size) {
  const { width, rem } = size;
  const above = axisHeight(size);
  const high = 7 * rem;
  const bottom = above + high;
  const top = topOf(Math.max(...bars.map(({ count }) => count)));
  const step = width / bars.length;
  const broad = Math.max(2, Math.min(step * 0.72, 2.5 * rem));
  const lines = [0, top / 2, top].map((count) => {
    const y = Math.round(bottom - count / top * high) + 0.5;
    return [
      drawn("line", { class: count === 0 ? "ground-line" : "grid-line", x1: 0, x2: width, y1: y, y2: y }),
      count > 0 && drawn(
        "text",
        { class: "axis", x: 0, y: sharp(y - 0.25 * rem), "aria-hidden": "true" },
        number(count),
      ),
    ];
  });
  const ticks = bars.map(({ tick }, at) => ({ text: tick, at: (at + 0.5) * step })).reverse();
  const sets = [1, 2, 3].map((times) => ticks.filter((_, at) => at % (every * times) === 0));
  return {
    height: bottom + axisHeight(size),
    behind: [...lines.flat(), ...axis(sets, bottom + 1.1 * 0.75 * rem + 0.25 * rem, size)],
    marks: bars.map(({ key, count, label }, at) => {
      const tall = count === 0 ? 2 : Math.max(3, count / top * high);
      return {
        key,
        label,
        column: at,
        row: 0,
        box: { x: at * step, y: above, width: step, height: high },
        shape: drawn("rect", {
          class: count === 0 ? "bar none" : "bar",
          x: sharp((at + 0.5) * step - broad / 2),
          y: sharp(bottom - tall),
          width: sharp(broad),
          height: sharp(tall),
          rx: sharp(Math.min(3, broad / 3)),
        }),
      };
    }),
  };
}
