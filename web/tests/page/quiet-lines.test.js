import "./dom.js";
import { equal } from "../assert.js";

Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {} }) });
const { outline } = await import("../../page/desk.js");
const { quietLines } = await import("../../page/parts/quiet-lines.js");
const { prefer } = await import("../../page/preferences.js");
const { words } = await import("../../page/words/words.js");

/** What stands above Today. @param {number} today  how many are open @param {string | null} reviewTime */
function lines(today, reviewTime) {
  outline.value = /** @type {any} */ ({
    settings: { timeZone: "UTC", reviewTime },
    counts: { today, inbox: 0, past: 0, overdue: 0, upcoming: 0, completedToday: 0 },
    lists: [],
  });
  const all = quietLines({ kind: "today" }).filter((line) => line !== null && typeof line === "object");
  outline.value = null;
  return all.map((line) => /** @type {Element} */ (line).textContent);
}

Deno.test("a day with fifteen open tasks says so, with a way to put that off", () => {
  equal(lines(14, null), []);
  equal(lines(15, null), [words.todayFull(15) + words.later]);
});

Deno.test("while it is time to review, that is all that is said of a full day", () => {
  equal(lines(15, "00:00"), [words.timeToReview]);
});

Deno.test("who put it off hears nothing of it until then", () => {
  prefer({ todayLater: Date.now() + 1_000 });
  equal(lines(15, null), []);
  prefer({ todayLater: Date.now() - 1_000 });
  equal(lines(15, null).length, 1);
});
