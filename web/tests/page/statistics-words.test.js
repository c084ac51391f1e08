import { equal } from "../assert.js";
import { completed, daysTold, duration, trend, weekTold } from "../../page/words/en/statistics.js";

Deno.test("counts are said beside their time", () => {
  equal(completed(3, "today"), "3 tasks completed today");
  equal(completed(0, "today"), "0 tasks completed today");
  equal(completed(1, "thisWeek"), "1 task completed this week");
  equal(completed(45, "thisMonth"), "45 tasks completed this month");
});

Deno.test("the trend says the direction in words", () => {
  const told = (/** @type {number} */ thisMonth, /** @type {number} */ lastMonth, ever = 100) =>
    trend({ ever, thisMonth, lastMonth });
  equal(told(45, 38), { direction: "up", sentence: "45 tasks this month, up from 38 last month" });
  equal(told(38, 45), { direction: "down", sentence: "38 tasks this month, down from 45 last month" });
  equal(told(45, 45), { direction: "same", sentence: "45 tasks this month, same as last month" });
  equal(told(1, 2), { direction: "down", sentence: "1 task this month, down from 2 last month" });
  equal(told(45, 0), { direction: null, sentence: "No data from last month" });
  equal(told(0, 0, 0), { direction: null, sentence: "No data available yet" });
});

Deno.test("days are told with the one that has the most", () => {
  equal(daysTold(13, { date: "2026-11-28", count: 9 }), "13 tasks, most on Saturday, November 28: 9");
  equal(daysTold(2, { date: "2026-11-28", count: 2 }), "2 tasks, on Saturday, November 28");
  equal(daysTold(0, null), "0 tasks");
});

Deno.test("a week is told without blame", () => {
  const told = (/** @type {number} */ done, /** @type {number} */ before, waiting = 0, isPresent = true) =>
    weekTold({ done, before, waiting }, isPresent);
  equal(told(5, 3), "You completed 5 tasks this week, 2 more than the week before.");
  equal(told(3, 5), "You completed 3 tasks this week, 2 fewer than the week before.");
  equal(told(5, 5), "You completed 5 tasks this week, as many as the week before.");
  equal(told(1, 0), "You completed 1 task this week.");
  equal(told(0, 9), "A quiet week.");
  equal(told(0, 9, 2), "A quiet week. What waits can wait.");
  equal(told(5, 3, 0, false), "You completed 5 tasks in this week, 2 more than the week before.");
});

Deno.test("a duration has the unit that says most", () => {
  const said = [0, 59, 60, 90, 3_600, 9_000, 86_400, 250_000, 20 * 86_400].map(duration);
  equal(said, [
    "less than a minute",
    "less than a minute",
    "1 minute",
    "1.5 minutes",
    "1 hour",
    "2.5 hours",
    "1 day",
    "2.9 days",
    "20 days",
  ]);
});
