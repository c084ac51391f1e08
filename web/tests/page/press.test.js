import * as assert from "../assert.js";
import { Press } from "../../page/list/press.js";

const touch = { isMouse: false, x: 200, y: 200, width: 390 };

Deno.test("a mouse drags after four pixels and never waits", () => {
  const press = new Press({ ...touch, isMouse: true });
  assert.equal(press.moved(202, 202), "waits");
  assert.equal(press.held(5000), "waits");
  assert.equal(press.moved(204, 200), "drag");
});

Deno.test("a finger that moves at once scrolls or swipes and never drags", () => {
  assert.equal(new Press(touch).moved(202, 215), "over");
  assert.equal(new Press(touch).moved(215, 202), "swipe");
  const press = new Press(touch);
  assert.equal(press.moved(215, 202), "swipe");
  assert.equal(press.held(400), "swipe");
});

Deno.test("a finger that rests lifts, then drags; one that goes on resting means the menu", () => {
  const press = new Press(touch);
  assert.equal(press.held(299), "waits");
  assert.equal(press.held(300), "lifted");
  assert.equal(press.moved(200, 206), "drag");
  const menu = new Press(touch);
  menu.held(300);
  assert.equal(menu.held(1000), "menu");
  assert.equal(menu.moved(300, 300), "menu");
});

Deno.test("a swipe begins anywhere but at the edge, which is the system's", () => {
  assert.equal(new Press({ ...touch, x: 19 }).moved(60, 200), "over");
  assert.equal(new Press({ ...touch, x: 20 }).moved(60, 200), "swipe");
  assert.equal(new Press({ ...touch, x: 370 }).moved(300, 200), "swipe");
  assert.equal(new Press({ ...touch, x: 371 }).moved(300, 200), "over");
});

Deno.test("a finger on the circle swipes, but lifts nothing; one that rests for long means the states", () => {
  const press = new Press({ ...touch, onCircle: true });
  assert.equal(press.held(999), "waits");
  assert.equal(press.held(1000), "states");
  assert.equal(new Press({ ...touch, onCircle: true }).moved(215, 202), "swipe");
});
