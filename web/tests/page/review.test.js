import { Cards } from "../../page/screens/review/cards.js";
import { balanceOf, doneOn, doneSince, longInInbox, putOff } from "../../page/screens/review/findings.js";
import { equal } from "../assert.js";

/** @import { Picture, Row } from "../../types/messages.js" */

/** @param {Partial<Row>} fields */
const row = (fields) => /** @type {Row} */ ({ state: "notStarted", carryCount: 0, ...fields });
const idsOf = (/** @type {Row[]} */ rows) => rows.map(({ id }) => id);

const logbook = /** @type {Picture} */ (/** @type {unknown} */ ({
  from: 0,
  rows: ["a", "b", "c", "d"].map((id) => row({ id, state: "completed" })),
  groups: [
    { date: "2026-11-28", first: 0, count: 2 },
    { date: "2026-11-24", first: 2, count: 1 },
    { date: "2026-11-20", first: 3, count: 1 },
  ],
}));

Deno.test("what was done on a day, and since one", () => {
  equal(idsOf(doneOn(logbook, "2026-11-28")), ["a", "b"]);
  equal(doneOn(logbook, "2026-11-27"), []);
  equal(idsOf(doneSince(logbook, "2026-11-22")), ["a", "b", "c"]);
  equal(doneSince(logbook, "2026-11-29"), []);
});

Deno.test("what was put off most comes first, once, and only while it is open", () => {
  const rows = [
    row({ id: "twice", carryCount: 2 }),
    row({ id: "often", carryCount: 3 }),
    row({ id: "most", carryCount: 9 }),
    row({ id: "done", carryCount: 12, state: "completed" }),
    row({ id: "often", carryCount: 3 }),
  ];
  const idsWith = (/** @type {[string, number][]} */ moves) =>
    putOff(rows, new Map(moves)).map(({ row, moved }) => [row.id, moved]);
  equal(idsWith([]), [["most", 0], ["often", 0]]);
  // A day and a hand count alike.
  equal(idsWith([["twice", 8], ["done", 5], ["gone", 4]]), [["twice", 8], ["most", 0], ["often", 0]]);
});

Deno.test("an Inbox with few tasks is left alone, and of many the oldest show", () => {
  const rows = Array.from(
    { length: 12 },
    (_, at) => row({ id: `${at}`, createdAt: `2026-11-${30 - at}T00:00:00.000Z` }),
  );
  equal(longInInbox(rows.slice(0, 9)), { count: 9, rows: [] });
  equal(idsOf(longInInbox(rows).rows), ["11", "10", "9", "8", "7"]);
});

Deno.test("a part that had more than its part is named, where enough was done", () => {
  const all = ["morning", "afternoon", "evening"];
  equal(balanceOf(["morning", "morning", null, "evening"], all).most, null);
  const { told, total, most } = balanceOf(["morning", "morning", "morning", "evening", "morning"], all);
  equal(told, [{ part: "morning", count: 4 }, { part: "afternoon", count: 0 }, { part: "evening", count: 1 }]);
  equal(total, 5);
  equal(most, { part: "morning", count: 4 });
  equal(balanceOf(["House", "House", "House", "House", "House"]).most, null);
});

Deno.test("a task is looked at until something became of it, and what an undo brings back is looked at again", () => {
  const cards = new Cards();
  cards.show(["a", "b", "c"]);
  cards.show(["new", "a", "b", "c"]);
  equal([cards.current, cards.place, cards.total], ["a", 1, 4]);
  cards.answer();
  equal(cards.current, "new");
  // The answer is not in the picture yet.
  cards.show(["new", "a", "b", "c"]);
  equal(cards.current, "new");
  cards.show(["new", "b", "c"]);
  cards.leave();
  equal([cards.current, cards.place, cards.total], ["b", 3, 4]);
  cards.show(["new", "a", "b", "c"]);
  equal([cards.current, cards.place], ["a", 2]);
  cards.answer();
  cards.take("a");
  equal(cards.current, "a");
  cards.back();
  equal([cards.current, cards.left], ["new", 0]);
  cards.show(["c"]);
  equal(cards.current, "c");
  cards.leave();
  equal([cards.current, cards.left], [null, 1]);
  cards.again();
  equal(cards.current, "c");
});

Deno.test("what was done is spread where there was enough of it, and one task is not", () => {
  const all = ["morning", "afternoon", "evening"];
  equal(balanceOf(["morning"], all).isSpread, false);
  equal(balanceOf(["morning", "morning", "morning", "morning", "evening"], all).isSpread, false);
  equal(balanceOf(["morning", "afternoon", "evening", "morning", "evening"], all).isSpread, true);
});
