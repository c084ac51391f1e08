import * as assert from "../assert.js";
import { Heights } from "../../page/list/heights.js";

/** Random numbers that can be replayed. @param {number} seed */
export function random(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

Deno.test("offsets and rows at offsets are those of adding up, whatever heights change", () => {
  const seed = Number(Deno.env.get("DAYBOOK_SEED") ?? Date.now() % 1_000_000);
  const next = random(seed);
  for (let round = 0; round < 40; round += 1) {
    const plain = Array.from({ length: next(200) }, () => 20 + next(80));
    const heights = new Heights(plain.length, (at) => plain[at]);
    for (let step = 0; step < 60; step += 1) {
      if (plain.length > 0) {
        const at = next(plain.length);
        plain[at] = 20 + next(80);
        heights.set(at, plain[at]);
      }
      const sum = plain.reduce((all, one) => all + one, 0);
      assert.equal(heights.total, sum, `seed ${seed}`);
      const offset = next(sum + 40);
      let row = 0;
      for (let below = 0; row < plain.length - 1 && below + plain[row] <= offset; row += 1) below += plain[row];
      assert.equal(heights.at(offset), row, `seed ${seed}`);
      assert.equal(heights.offset(row), plain.slice(0, row).reduce((all, one) => all + one, 0), `seed ${seed}`);
    }
  }
});

Deno.test("an empty list has no height and no row beyond the first", () => {
  const heights = new Heights(0, () => 44);
  assert.equal(heights.total, 0);
  assert.equal(heights.at(100), 0);
});
