/** @import { Row } from "../../types/messages.js" */
import { equal } from "../assert.js";
import { differences } from "../../page/screens/history/differences.js";
import { beyondSince, tasksThen } from "../../page/screens/history/then.js";

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

Deno.test("a list as it was has what was in it then, with the values of then", () => {
  const row = (/** @type {string} */ id, more = {}) => /** @type {Row} */ (/** @type {unknown} */ ({
    id,
    title: id,
    state: "notStarted",
    scheduledDate: null,
    dueAt: null,
    listId: "l",
    deletedAt: null,
    ...more,
  }));
  const deleted = /** @type {[string, any, any]} */ (["deletedAt", null, "now"]);
  const since = differences([
    entry("named", [["title", "before", "named"], ["notes", null, "n"]]),
    entry("done", [["state", "notStarted", "completed"]]),
    entry("open", [["state", "completed", "active"]]),
    entry("new", [["title", null, "new"]], "create"),
    entry("back", [["deletedAt", "then", null]], "restore"),
    entry("gone", [deleted], "delete"),
    entry("nameless", [deleted, ["listId", "l", "m"]], "delete"),
    entry("moved", [["listId", "l", "m"]]),
    entry("came", [["listId", "m", "l"]]),
    entry("elsewhere", [["title", "x", "elsewhere"]]),
  ]);
  const now = ["named", "open", "same", "new", "back", "came", "done"]
    .map((id) => row(id, id === "done" ? { state: "completed" } : id === "open" ? { state: "active" } : {}));
  const others = [row("gone", { deletedAt: "now" }), row("moved", { listId: "m" }), row("elsewhere", { listId: "m" })];
  const known = {
    task: (/** @type {string} */ id) => others.find((other) => other.id === id) ?? null,
    name: () => "as told",
  };
  const told = (/** @type {string | null} */ list, /** @type {Row[]} */ rows = now) =>
    tasksThen(rows, since, known, list).map(({ id, title, state }) => `${id} ${title} ${state}`);
  equal(told("l"), [
    "named before notStarted",
    "same same notStarted",
    "done done notStarted",
    "gone gone notStarted",
    "nameless as told notStarted",
    "moved moved notStarted",
    "open open completed",
  ]);
  // Of everything, what was moved is among the tasks of now.
  equal(told(null, [...now, ...others.slice(1)]), [
    "named before notStarted",
    "same same notStarted",
    "came came notStarted",
    "done done notStarted",
    "moved moved notStarted",
    "elsewhere x notStarted",
    "gone gone notStarted",
    "nameless as told notStarted",
    "open open completed",
  ]);
});

Deno.test("of a list that is not shown whole nothing counts twice, and nothing that came since", () => {
  const row = (/** @type {string} */ id, listId = "l") => /** @type {Row} */ (/** @type {unknown} */ ({
    id,
    title: id,
    state: "notStarted",
    scheduledDate: null,
    dueAt: null,
    listId,
    deletedAt: null,
  }));
  const since = differences([
    entry("beyond", [["title", "before", "beyond"]]),
    entry("came", [["listId", "m", "l"]]),
    entry("new", [["title", null, "new"], ["listId", null, "l"]], "create"),
    entry("left", [["listId", "l", "m"]]),
  ]);
  // The first of five; "beyond", "came" and "new" are three of the other four.
  const now = [row("first")];
  const rows = [row("beyond"), row("came"), row("new"), row("left", "m")];
  const known = { task: (/** @type {string} */ id) => rows.find((one) => one.id === id) ?? null, name: () => "" };
  equal(tasksThen(now, since, known, "l").map(({ id }) => id), ["first", "left"]);
  equal(beyondSince(now, since, known, "l"), 2);
  equal(beyondSince(now, since, known, null), 1);
});
