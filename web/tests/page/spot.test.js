import * as assert from "../assert.js";
import { spot } from "../../page/parts/spot.js";

const window = { width: 1280, height: 800 };
const calendar = { width: 304, height: 460 };
/** A row, and the title in it. @param {number} top @param {number} titleEnd */
const row = (top, titleEnd) => ({
  at: { left: 400, right: 1120, top, bottom: top + 44 },
  title: { left: 440, right: titleEnd, top: top + 10, bottom: top + 34 },
});

Deno.test("what opens beside a row is below it, or above where there is no room", () => {
  const [high, low] = [row(100, 600), row(700, 600)];
  assert.equal(JSON.stringify(spot(calendar, high.at, window, high.title)), '{"left":400,"top":150}');
  assert.equal(JSON.stringify(spot(calendar, low.at, window, low.title)), '{"left":400,"top":234}');
});

Deno.test("where neither has room it leaves the title in sight", () => {
  const { at, title } = row(380, 600);
  const found = spot(calendar, at, window, title);
  assert.equal(found.left, 816);
  assert.equal(found.top, 334);
  const long = row(380, 960);
  assert.equal(spot(calendar, long.at, window, long.title).left, 970);
});

Deno.test("it stays in the window, also where it is too high for it", () => {
  const { at } = row(300, 600);
  const found = spot({ width: 304, height: 900 }, at, window);
  assert.equal(found.left, 400);
  assert.equal(found.top, 6);
  assert.equal(spot(calendar, { left: 1200, right: 1200, top: 50, bottom: 50 }, window).left, 970);
});
