import { equal, ok } from "../assert.js";
import { broadOf, firstFitting, fitting, level, linesOf, rowOf, topOf, weekOf } from "../../page/statistics/scales.js";

Deno.test("a scale has room for the greatest count, and a whole number in its middle", () => {
  const tops = [0, 1, 2, 3, 5, 7, 10, 11, 21, 99, 101, 850].map(topOf);
  equal(tops, [2, 2, 2, 4, 6, 8, 10, 20, 40, 100, 200, 1000]);
  for (let most = 0; most < 3000; most += 1) {
    const top = topOf(most);
    ok(top >= most && Number.isInteger(top / 2) && (most < 2 || top <= most * 2), `top of ${most}`);
  }
});

Deno.test("only nothing has the level of nothing, and the most has the highest", () => {
  equal([0, 1, 5, 6, 10, 15, 16, 20].map((count) => level(count, 20)), [0, 1, 1, 2, 2, 3, 4, 4]);
  equal(level(1, 1000), 1);
  equal(level(0, 0), 0);
});

Deno.test("labels stand apart and within the picture", () => {
  const size = { width: 300, rem: 16 };
  const labels = [0, 75, 150, 225, 300].map((at) => ({ text: "24 Nov", at }));
  equal(fitting(labels, size).map(({ anchor }) => anchor), ["start", "middle", "middle", "middle", "end"]);
  equal(fitting([{ text: "24 Nov", at: 100 }, { text: "25 Nov", at: 120 }], size).map(({ text }) => text), ["24 Nov"]);
  equal(fitting([{ text: "far too long for this", at: 5 }], { width: 20, rem: 16 }), []);
});

Deno.test("of sets of labels the first that has room as a whole is taken", () => {
  const set = (/** @type {number} */ step) =>
    Array.from({ length: 24 / step }, (_, at) => ({ text: "12:00", at: at * step * 10 }));
  const taken = (/** @type {number} */ rem) => firstFitting([set(2), set(6), set(12)], { width: 240, rem }).length;
  equal([4, 16, 24].map(taken), [12, 4, 2]);
  equal(taken(60), 1, "the last set, as far as it goes");
  ok(broadOf("12:00", 16) > broadOf("9:00", 16));
});

Deno.test("a date stands in the row of its weekday and the column of its week", () => {
  equal(["2026-11-22", "2026-11-23", "2026-11-28"].map((date) => rowOf(date, 1)), [6, 0, 5]);
  equal(["2026-11-22", "2026-11-23"].map((date) => rowOf(date, 7)), [0, 1]);
  equal(["2025-11-29", "2025-11-30", "2025-12-01", "2026-11-28"].map((date) => weekOf("2025-11-29", date, 1)), [
    0,
    0,
    1,
    52,
  ]);
  equal(weekOf("2025-11-29", "2025-11-30", 7), 1);
});

Deno.test("weeks without room side by side go on in another line", () => {
  equal(linesOf(53, { width: 640, rem: 16 }), { lines: 1, perLine: 53, cell: 640 / 53 });
  const narrow = linesOf(53, { width: 126, rem: 32 });
  ok(narrow.lines > 1 && narrow.cell >= 13 && narrow.perLine * narrow.lines >= 53, JSON.stringify(narrow));
  equal(linesOf(1, { width: 5, rem: 32 }).lines, 1);
});
