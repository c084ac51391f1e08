import "./dom.js";
import { busyButton } from "../../page/parts/busy.js";
import { equal } from "../assert.js";

/** The time runs when the test says so. @type {Map<number, () => void>} */
const timers = new Map();

Object.assign(globalThis, {
  setTimeout: (/** @type {() => void} */ run) => timers.set(timers.size + 1, run).size,
  clearTimeout: (/** @type {number} */ timer) => timers.delete(timer),
});

function halfASecond() {
  for (const run of timers.values()) run();
  timers.clear();
}

Deno.test("what runs long says so, and nothing runs while a person is asked", async () => {
  const [asked, worked] = [Promise.withResolvers(), Promise.withResolvers()];
  const seen = /** @type {string[]} */ ([]);
  const look = () => seen.push(String(button.textContent));
  const ended = Promise.withResolvers();
  const button = busyButton("Undo", "Undoing ...", async (asking) => {
    halfASecond();
    look();
    await asking(() => asked.promise);
    halfASecond();
    look();
    await worked.promise;
    ended.resolve(null);
  });
  button.click();
  // The question waits for its answer.
  halfASecond();
  look();
  asked.resolve("yes");
  await new Promise((done) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => done(null)))));
  worked.resolve(null);
  await ended.promise;
  await Promise.resolve();
  look();
  equal(seen, ["Undoing ...", "Undo", "Undoing ...", "Undo"]);
});
