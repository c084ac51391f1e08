import { equal } from "../assert.js";
import { byDay, latestOfGone, trailOf, withConsequences } from "../../page/screens/history/gather.js";

/** @typedef {import("../../page/screens/history/told.js").Entry} Entry */

let count = 0;
/** @param {Partial<Entry>} more @returns {Entry} */
function entry(more) {
  count += 1;
  return {
    revision: count,
    opId: `o${count}`,
    entity: "task",
    id: "t",
    kind: "set",
    at: "2026-11-24T09:00:00.000Z",
    recordedAt: "2026-11-24T09:00:00.000Z",
    device: { id: "d", name: "Phone" },
    changes: [],
    outcome: "applied",
    conflicts: [],
    cause: null,
    ...more,
  };
}

Deno.test("what followed from a change stands behind it, in its order", () => {
  const list = entry({ opId: "list", entity: "list", kind: "delete" });
  const [first, second] = [entry({ opId: "first", cause: "list" }), entry({ opId: "second", cause: "first" })];
  const other = entry({ opId: "other" });
  const told = withConsequences([other, second, first, list]);
  equal(told.map(({ entry, followed }) => [entry.opId, followed.map(({ opId }) => opId)]), [["other", []], [
    "list",
    ["first", "second"],
  ]]);
});

Deno.test("where the cause is not here, a change stands alone; a circle ends", () => {
  const alone = entry({ opId: "alone", cause: "elsewhere" });
  const [one, other] = [entry({ opId: "one", cause: "other" }), entry({ opId: "other", cause: "one" })];
  equal(withConsequences([alone]).map(({ entry }) => entry.opId), ["alone"]);
  equal(withConsequences([other, one]).flatMap(({ entry, followed }) => [entry, ...followed]).length, 2);
});

Deno.test("of a device that is gone the latest change that it made is found, and of one that is listed none", () => {
  const gone = { id: "gone", name: "Assistant" };
  const [first, last] = [entry({ device: gone }), entry({ device: gone })];
  const followed = entry({ device: gone, cause: last.opId });
  const entries = [entry({}), followed, entry({ device: null }), last, first];
  equal([...latestOfGone(entries, (device) => device === "d")], [last]);
  equal([...latestOfGone(entries, () => true)], []);
});

Deno.test("days are those of the account's zone", () => {
  const told = withConsequences([
    entry({ recordedAt: "2026-11-24T23:30:00.000Z" }),
    entry({ recordedAt: "2026-11-24T22:30:00.000Z" }),
  ]);
  equal(byDay(told, "Europe/Berlin").map(({ date, told }) => [date, told.length]), [["2026-11-25", 1], [
    "2026-11-24",
    1,
  ]]);
  equal(byDay(told, "UTC").map(({ date }) => date), ["2026-11-24"]);
});

Deno.test("a trail goes from the first day to the last", () => {
  const date = (/** @type {any} */ old, /** @type {any} */ value) => ({ field: "scheduledDate", old, new: value });
  const entries = [
    entry({
      device: null,
      changes: [date("2026-11-27", null), { field: "region", old: "morning", new: "backlog" }, {
        field: "carryCount",
        old: 1,
        new: 2,
      }],
    }),
    entry({
      device: null,
      changes: [date("2026-11-24", "2026-11-27"), { field: "carryCount", old: 0, new: 1 }],
    }),
    entry({ changes: [date("2026-11-23", "2026-11-24")] }),
    entry({ changes: [{ field: "title", old: "a", new: "b" }] }),
    entry({ kind: "create", changes: [date(null, "2026-11-23")] }),
  ];
  equal(trailOf(entries), { stops: ["2026-11-23", "2026-11-24", "2026-11-27", "backlog"], carries: 2 });
  equal(trailOf([entry({ kind: "create" })]), { stops: [null], carries: 0 });
});
