import * as assert from "../assert.js";
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
    entries.map((entry) => "heading" in entry ? entry.heading.date : entry.row),
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
