import { equal } from "../assert.js";
import { differences } from "../../page/screens/history/differences.js";

/** @typedef {import("../../page/screens/history/told.js").Entry} Entry */

/** @param {string} id @param {[string, any, any][]} changes @param {Entry["kind"]} [kind] @returns {Entry} */
function entry(id, changes, kind = "set") {
  return /** @type {Entry} */ (/** @type {unknown} */ ({
    entity: "task",
    id,
    kind,
    changes: changes.map(([field, old, value]) => ({ field, old, new: value })),
  }));
}

Deno.test("a row goes back to the values of then, whatever came between", () => {
  const entries = [
    entry("t", [["title", "B", "C"], ["sortOrder", "a", "b"]]),
    entry("t", [["scheduledDate", null, "2026-11-24"]]),
    entry("t", [["title", "A", "B"], ["scheduledDate", "2026-11-24", null]]),
  ];
  equal(differences(entries), [{
    entity: "task",
    id: "t",
    kind: "changed",
    fields: [{ field: "title", now: "C", then: "A" }],
    listThen: undefined,
  }]);
});

Deno.test("what was made since goes, what was deleted comes back, and what came and went is nothing", () => {
  const deleted = /** @type {[string, any, any]} */ (["deletedAt", null, "now"]);
  const kinds = differences([
    entry("gone", [deleted], "delete"),
    entry("new", [["title", null, "A"], ["listId", null, "l"]], "create"),
    entry("both", [deleted], "delete"),
    entry("both", [["title", null, "B"]], "create"),
    entry("back", [["title", "C", "A"]]),
    entry("back", [["title", "A", "C"]]),
    entry("moved", [["listId", "l", "m"]]),
  ]).map(({ id, kind, listThen }) => [id, kind, listThen]);
  equal(kinds, [["gone", "deleted", undefined], ["new", "made", null], ["moved", "changed", "l"]]);
});
