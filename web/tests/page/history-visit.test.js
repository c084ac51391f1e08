import { equal } from "../assert.js";
import { seen, visited } from "../../page/screens/history/visit.js";

const minute = 60_000;

Deno.test("somebody was away since they looked the last time", () => {
  const first = seen(visited(null, "a", 0), "2026-11-24T09:00:00.000Z", minute);
  equal(first.from, null);
  const soon = visited(first, "a", 5 * minute);
  equal(soon.from, null, "a short way out is the same visit");
  const later = visited(seen(soon, "2026-11-24T08:00:00.000Z", 6 * minute), "a", 60 * minute);
  equal(later.from, "2026-11-24T09:00:00.000Z");
  equal(visited(later, "another", 61 * minute).from, null);
});

Deno.test("who saw nothing new was away since before", () => {
  const visit = { account: "a", from: "2026-11-24T09:00:00.000Z", to: null, at: 0 };
  equal(visited(seen(visit, undefined, 0), "a", 60 * minute).from, "2026-11-24T09:00:00.000Z");
});
