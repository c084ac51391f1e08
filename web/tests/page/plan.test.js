import { amongDays } from "../../page/calendar/coming.js";
import * as assert from "../assert.js";
import { wantedRows } from "../../page/list/places.js";
import { Plan } from "../../page/list/plan.js";

const groups = [
  { date: "2026-11-25", first: 0, count: 2 },
  { date: "2026-11-27", first: 2, count: 1 },
  { date: "2026-12-04", first: 3, count: 3 },
];

Deno.test("headings stand before their groups, and rows know where they stand", () => {
  const plan = new Plan(6, groups);
  const entries = Array.from({ length: plan.count }, (_, at) => plan.entry(at));
  assert.equal(
    entries.map((entry) => "heading" in entry ? entry.heading.date : "row" in entry && entry.row),
    ["2026-11-25", 0, 1, "2026-11-27", 2, "2026-12-04", 3, 4, 5],
  );
  for (let row = 0; row < 6; row += 1) assert.equal(plan.entry(plan.at(row)), { row });
});

Deno.test("without groups entries are rows", () => {
  const plan = new Plan(3, []);
  assert.equal(plan.count, 3);
  assert.equal(plan.entry(2), { row: 2 });
  assert.equal(plan.groupAt(2), -1);
});

const ages = /** @type {import("../../types/messages.js").Group[]} */ ([
  { age: "today", first: 0, count: 2 },
  { age: "yesterday", first: 2, count: 3 },
  { age: "older", first: 5, count: 1 },
]);

Deno.test("of a folded group only the heading stands there", () => {
  const plan = new Plan(6, ages, new Set(["yesterday"]));
  const entries = Array.from({ length: plan.count }, (_, at) => plan.entry(at));
  assert.equal(
    entries.map((entry) => "heading" in entry ? entry.heading.age : "row" in entry && entry.row),
    ["today", 0, 1, "yesterday", "older", 5],
  );
  assert.equal([0, 1, 2, 4, 5].map((row) => plan.at(row)), [1, 2, 3, 3, 5]);
  assert.equal([2, 3, 4].map((at) => plan.rowFrom(at)), [1, 5, 5]);
  assert.equal([2, 3, 4].map((at) => plan.rowTo(at)), [2, 2, 6]);
});

Deno.test("whoever goes from row to row steps over what is folded", () => {
  const plan = new Plan(6, ages, new Set(["yesterday"]));
  assert.equal(plan.seen(2, 1), 5);
  assert.equal(plan.seen(4, -1), 1);
  assert.equal(new Plan(6, ages, new Set(["older"])).seen(5, 1), 4);
  assert.equal(new Plan(6, ages, new Set(["today", "yesterday", "older"])).seen(3, 1), -1);
});

Deno.test("empty groups have their heading", () => {
  const plan = new Plan(1, [
    { bucket: "mustDo", first: 0, count: 0 },
    { bucket: "complementary", first: 0, count: 1 },
    { bucket: "misc", first: 1, count: 0 },
  ]);
  const entries = Array.from({ length: plan.count }, (_, at) => plan.entry(at));
  assert.equal(
    entries.map((entry) => "heading" in entry ? entry.heading.bucket : "row" in entry && entry.row),
    ["mustDo", "complementary", 0, "misc"],
  );
  assert.equal(plan.at(0), 2);
  assert.equal(plan.groupOf(0), 1);
});

/** What is asked for where the first so many entries are seen. */
function wanted(/** @type {number} */ folded, /** @type {number} */ has) {
  const groups = /** @type {import("../../types/messages.js").Group[]} */ ([
    { age: "today", first: 0, count: 2 },
    { age: "yesterday", first: 2, count: folded },
    { age: "older", first: 2 + folded, count: 30 },
  ]);
  const total = 32 + folded;
  const plan = new Plan(total, groups, new Set(["yesterday"]));
  const picture = /** @type {import("../../types/messages.js").Picture} */ (/** @type {unknown} */ ({
    from: 0,
    rows: { length: Math.min(total, has) },
    total,
  }));
  return wantedRows(plan, picture, 0, 20);
}

Deno.test("what stands around a folded group is asked for, with what is folded away", () => {
  assert.equal(wanted(10, 60), null);
  for (const folded of [70, 130, 300]) {
    const { from = -1, count = 0 } = wanted(folded, 60) ?? {};
    assert.equal(from, 0);
    assert.ok(count >= 2 + folded + 17, `${count} rows for ${folded} that are folded away`);
    assert.equal(wanted(folded, count), null);
  }
});

Deno.test("what is folded away at an edge of the screen is not asked for, however much it is", () => {
  const groups = /** @type {import("../../types/messages.js").Group[]} */ ([
    { age: "yesterday", first: 0, count: 600 },
    { age: "older", first: 600, count: 30 },
  ]);
  const picture = /** @type {import("../../types/messages.js").Picture} */ (/** @type {unknown} */ ({
    from: 0,
    rows: { length: 60 },
    total: 630,
  }));
  const { from = 0, count = 0 } = wantedRows(new Plan(630, groups, new Set(["yesterday"])), picture, 0, 20) ?? {};
  assert.ok(from <= 600 && from + count >= 620, `${count} rows from ${from}`);
  const last = [{ age: "today", first: 0, count: 30 }, { age: "older", first: 30, count: 600 }];
  const plan = new Plan(630, /** @type {import("../../types/messages.js").Group[]} */ (last), new Set(["older"]));
  assert.equal(wantedRows(plan, picture, 0, 30), null);
});

Deno.test("at the end of a list there is room for tasks that come", () => {
  const picture = (
    /** @type {number} */ from,
    /** @type {number} */ count,
    /** @type {number} */ total,
  ) => /** @type {import("../../types/messages.js").Picture} */ (/** @type {unknown} */ ({
    from,
    rows: { length: Math.min(count, total - from) },
    total,
  }));
  const { from = 0, count = 0 } = wantedRows(new Plan(1500, []), picture(0, 60, 1500), 1480, 1499) ?? {};
  assert.equal(from + 120, 1500);
  for (const more of [0, 1, 20]) {
    const total = 1500 + more;
    assert.equal(wantedRows(new Plan(total, []), picture(from, count, total), 1480 + more, 1499 + more), null);
  }
});

Deno.test("what comes back stands behind the rows of its day, and on days of its own", () => {
  const row = (/** @type {string} */ id) => /** @type {import("../../types/messages.js").Row} */ ({ id });
  const among = amongDays(
    groups,
    new Map([["2026-11-25", [row("a")]], ["2026-11-26", [row("a"), row("b")]], ["2026-12-09", [row("b")]]]),
  );
  const plan = new Plan(6, among);
  const entries = Array.from({ length: plan.count }, (_, at) => plan.entry(at));
  const told = (/** @type {import("../../page/list/plan.js").Entry} */ entry) => {
    if ("row" in entry) return entry.row;
    return "heading" in entry ? entry.heading.date : entry.coming.coming?.map(({ id }) => id);
  };
  assert.equal(entries.map(told), [
    ...["2026-11-25", 0, 1, ["a"], "2026-11-26", ["a", "b"], "2026-11-27", 2],
    ...["2026-12-04", 3, 4, 5, "2026-12-09", ["b"]],
  ]);
  for (let at = 0; at < 6; at += 1) assert.equal(plan.entry(plan.at(at)), { row: at });
  assert.equal(entries.map((_, at) => plan.rowFrom(at)), [0, 0, 1, 2, 2, 2, 2, 2, 3, 3, 4, 5, 6, 6]);
  assert.equal([0, 2, 5].map((at) => plan.seen(at, 1)), [0, 2, 5]);
  // Where no task is, days alone stand there.
  assert.equal(new Plan(0, amongDays([], new Map([["2026-11-26", [row("a")]]]))).count, 2);
});
