import { balanceOf, daysOf, rhythmOf, summaryOf, timeOf, within } from "../../page/statistics/counting.js";
import { equal } from "../assert.js";

/** @param {string} completedAt @param {object} [more] */
function done(completedAt, more = {}) {
  return {
    completedAt,
    createdAt: completedAt,
    listId: null,
    category: null,
    region: null,
    tags: /** @type {string[]} */ ([]),
    ...more,
  };
}

/** @param {ReturnType<typeof done>[]} tasks @param {object} [more] */
function known(tasks, more = {}) {
  return {
    done: tasks,
    today: "2026-03-01",
    zone: "Europe/Berlin",
    dayStart: "00:00",
    firstWeekday: 1,
    version: 7,
    ...more,
  };
}

Deno.test("days are the account's: by its zone, its day start and its first weekday", () => {
  // A Sunday; the month before has 28 days.
  const tasks = [done("2026-02-28T23:30:00Z"), done("2026-03-01T01:00:00Z"), done("2026-02-28T12:00:00Z")];
  const plain = summaryOf(known(tasks));
  equal([plain.today, plain.thisWeek, plain.thisMonth, plain.lastMonth, plain.ever], [2, 3, 2, 1, 3]);
  const late = summaryOf(known(tasks, { dayStart: "02:00", firstWeekday: 7 }));
  equal([late.today, late.thisWeek, late.thisMonth, late.lastMonth], [1, 1, 1, 2]);
});

Deno.test("every day has its number, and the busiest is the earliest of them", () => {
  const tasks = [done("2026-02-27T12:00:00Z"), done("2026-03-01T12:00:00Z"), done("2026-01-01T12:00:00Z")];
  const told = daysOf(known(tasks), "2026-02-26", "2026-03-01");
  equal(told.days.map(({ count }) => count), [0, 1, 0, 1]);
  equal([told.total, told.busiest], [2, { date: "2026-02-27", count: 1 }]);
  equal(daysOf(known([]), "2026-02-26", "2026-02-26").busiest, null);
});

Deno.test("shares add up to 100, and a task counts for each of its tags", () => {
  const tasks = [done("2026-03-01T12:00:00Z", { tags: ["b", "a"] }), done("2026-03-01T12:00:00Z")];
  const { total, shares } = balanceOf(known(tasks), "tag");
  equal(total, 3);
  equal(shares.map(({ key, percent }) => [key, percent]), [["a", 34], ["b", 33], [null, 33]]);
  equal(balanceOf(known([]), "list").shares, []);
});

Deno.test("the rhythm goes by the day that counts and the hour that the clock shows", () => {
  const { cells, weekdays, hours } = rhythmOf(known([done("2026-03-01T00:30:00Z")], { dayStart: "02:00" }));
  equal([cells[5][1], weekdays[5], hours[1]], [1, 1, 1]);
});

Deno.test("times are values that occur, and a wrong clock takes none", () => {
  const tasks = [60, 120, 600, -5].map((seconds) =>
    done(new Date(Date.parse("2026-03-01T12:00:00Z") + seconds * 1000).toISOString(), {
      createdAt: "2026-03-01T12:00:00Z",
    })
  );
  equal(timeOf(known(tasks)), { count: 4, medianSeconds: 60, ninetiethSeconds: 600, averageSeconds: 195 });
  equal(timeOf(known([])).medianSeconds, null);
});

Deno.test("of a time only that is counted which was done in it, by the account's days", () => {
  const tasks = ["2026-01-31T22:30:00Z", "2026-01-31T23:30:00Z", "2026-02-28T22:30:00Z", "2026-02-28T23:30:00Z"];
  const february = within(known(tasks.map((at) => done(at))), "2026-02-01", "2026-02-28");
  equal(february.done.map(({ completedAt }) => completedAt), tasks.slice(1, 3));
  equal(timeOf(february).count, 2);
  equal(balanceOf(february, "list").total, 2);
});
