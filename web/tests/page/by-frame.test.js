import { drawWith } from "../../page/by-frame.js";
import { Signal } from "../../page/signal.js";
import { equal } from "../assert.js";

Deno.test("what follows two signals is drawn at once, and then once a frame until it is stopped", () => {
  /** @type {(() => void)[]} */
  let frames = [];
  const page = /** @type {any} */ (globalThis);
  page.document = { hidden: false };
  page.requestAnimationFrame = (/** @type {() => void} */ frame) => frames.push(frame);
  page.cancelAnimationFrame = (/** @type {number} */ number) => number > 0 && (frames[number - 1] = () => {});
  const pass = () => {
    const now = frames;
    frames = [];
    now.forEach((frame) => frame());
  };
  const [one, other] = [new Signal(1), new Signal(10)];
  /** @type {number[]} */
  const drawn = [];
  const stop = drawWith([one, other], () => drawn.push(one.value + other.value));
  equal(drawn, [11]);
  one.value = 2;
  other.value = 20;
  equal(drawn, [11]);
  pass();
  equal(drawn, [11, 22]);
  pass();
  equal(drawn, [11, 22]);
  // Nobody sees it, so that there is no frame to wait for.
  page.document.hidden = true;
  one.value = 3;
  equal(drawn, [11, 22, 23]);
  page.document.hidden = false;
  one.value = 4;
  stop();
  pass();
  one.value = 5;
  pass();
  equal(drawn, [11, 22, 23]);
});
