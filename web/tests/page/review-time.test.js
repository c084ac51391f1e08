import { outline } from "../../page/desk.js";
import { atReviewTime, isReviewTime } from "../../page/review-time.js";
import { equal } from "../assert.js";

/** @param {string} time  in the account's zone @param {Record<string, unknown>} [more] */
const isIt = (time, more) =>
  isReviewTime({ timeZone: "UTC", reviewTime: "18:00", ...more }, Date.parse(`2026-12-01T${time}:00Z`));

Deno.test("it is time to review from the account's time on until its day ends", () => {
  equal(["00:10", "17:59", "18:00", "23:59"].map((time) => isIt(time)), [false, false, true, true]);
});

Deno.test("where days begin later, the evening goes on after midnight", () => {
  const late = { dayStart: "04:00" };
  equal(["00:10", "03:59", "04:00", "17:59", "18:00"].map((time) => isIt(time, late)), [
    true,
    true,
    false,
    false,
    true,
  ]);
  equal(["00:59", "01:00", "03:59", "04:00"].map((time) => isIt(time, { ...late, reviewTime: "01:00" })), [
    false,
    true,
    true,
    false,
  ]);
});

Deno.test("it is the account's zone that counts, and who wants no review is not asked", () => {
  equal(isIt("17:30", { timeZone: "Europe/Berlin" }), true);
  equal(isIt("20:00", { reviewTime: null }), false);
});

Deno.test("it comes and goes by itself, and is told once each", () => {
  const before = { setInterval, clearInterval, now: Date.now };
  let time = "17:59";
  let look = () => {};
  let told = 0;
  Date.now = () => Date.parse(`2026-12-01T${time}:00Z`);
  Object.assign(globalThis, {
    setInterval: (/** @type {() => void} */ run) => (look = run, 1),
    clearInterval: () => look = () => {},
  });
  outline.value = /** @type {any} */ ({ settings: { timeZone: "UTC", reviewTime: "18:00" } });
  try {
    const end = atReviewTime(() => told += 1);
    for (const next of ["17:59", "18:00", "18:01", "23:59"]) (time = next, look());
    equal(told, 1);
    (time = "00:00", look());
    equal(told, 2);
    end();
    (time = "18:00", look());
    equal(told, 2);
  } finally {
    Object.assign(globalThis, { setInterval: before.setInterval, clearInterval: before.clearInterval });
    Date.now = before.now;
    outline.value = null;
  }
});
