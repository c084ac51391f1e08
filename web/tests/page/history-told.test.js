import { equal } from "../assert.js";
import { authorOf, isTold, isUndoable, oddReason, tell, whyOf } from "../../page/screens/history/told.js";

/** @typedef {import("../../page/screens/history/told.js").Entry} Entry */

const api = JSON.parse(Deno.readTextFileSync(new URL("../../../docs/api/openapi.json", import.meta.url)));

const phone = { id: "d1", name: "Phone" };
const about = {
  today: "2026-11-24",
  zone: "Europe/Berlin",
  listName: (/** @type {string} */ id) => ({ home: "Home", work: "Work" })[id] ?? "A list",
};

/** @param {Partial<Entry>} more @returns {Entry} */
function entry(more) {
  return {
    revision: 1,
    opId: "o1",
    entity: "task",
    id: "t1",
    kind: "set",
    at: "2026-11-24T09:00:00.000Z",
    recordedAt: "2026-11-24T09:00:00.000Z",
    device: phone,
    changes: [],
    outcome: "applied",
    conflicts: [],
    cause: null,
    ...more,
  };
}

/** @param {[field: string, old: any, new: any][]} changes @param {Partial<Entry>} [more] */
function edit(changes, more = {}) {
  return tell(entry({ changes: changes.map(([field, old, value]) => ({ field, old, new: value })), ...more }), about);
}

Deno.test("what a person changed is said with before and after", () => {
  equal(edit([["title", "Tea", "Green tea"]]), ["Renamed from “Tea” to “Green tea”"]);
  equal(edit([["scheduledDate", "2026-11-24", "2026-11-27"]]), ["Moved from today to Friday"]);
  equal(edit([["scheduledDate", null, "2026-11-25"]]), ["Planned for tomorrow"]);
  equal(edit([["scheduledDate", "2026-11-23", null]]), ["Date removed, it was yesterday"]);
  equal(edit([["listId", "home", "work"]]), ["Moved from Home to Work"]);
  equal(edit([["listId", "home", null]]), ["Taken out of Home"]);
  equal(edit([["notes", null, "Two bags"]]), ["Notes added: “Two bags”"]);
  equal(edit([["tags", [], ["shop", "quick"]]]), ["Tags: #shop #quick"]);
  equal(edit([["timeZone", "UTC", "Europe/Berlin"]], { entity: "settings" }), [
    "Time zone: Europe/Berlin, it was UTC",
  ]);
});

Deno.test("what follows from a change is not said beside it", () => {
  equal(edit([["state", "notStarted", "completed"], ["completedAt", null, "2026-11-24T09:00:00.000Z"]]), ["Completed"]);
  equal(edit([["state", "completed", "active"], ["completedAt", "2026-11-24T09:00:00.000Z", null]]), ["Reopened"]);
  equal(edit([["region", null, "morning"], ["bucket", "none", "mustDo"]]), ["Put into Morning, Must-Do"]);
  equal(edit([["sortOrder", "a", "b"]]), ["Moved up or down"]);
});

Deno.test("a long text stands in a line", () => {
  const [told] = edit([["notes", null, "word\n".repeat(100)]]);
  equal(told.length < 160 && !told.includes("\n"), true);
});

Deno.test("a new task says where it is", () => {
  const changes = [
    { field: "title", old: null, new: "Tea" },
    { field: "scheduledDate", old: null, new: "2026-11-24" },
    { field: "listId", old: null, new: "home" },
  ];
  equal(tell(entry({ kind: "create", changes }), about), ["Added, for today, in Home"]);
  equal(tell(entry({ kind: "create", changes, device: null, cause: "o0" }), about), [
    "The next one of its series, for today, in Home",
  ]);
  equal(tell(entry({ kind: "create", changes: [], device: null }), about), [
    "The day brought the next one of its series",
  ]);
});

Deno.test("what the end of a day did is said in words", () => {
  const carry = /** @type {[string, any, any]} */ (["carryCount", 0, 1]);
  const left = /** @type {[string, any, any]} */ (["scheduledDate", "2026-11-23", null]);
  equal(edit([carry, ["region", "morning", "backlog"], left], { device: null }), ["The day ended: carried to Backlog"]);
  equal(edit([carry, ["scheduledDate", "2026-11-23", "2026-11-24"]], { device: null }), [
    "The day ended: carried to today",
  ]);
  equal(edit([["recurrence", { days: [1] }, { days: [1], carriedFrom: {} }]], { device: null }), [
    "Its series remembers where it stood",
  ]);
  equal(edit([["recurrence", { days: [1] }, { days: [2] }]]), ["Repeats otherwise"]);
});

Deno.test("what went with something says with what", () => {
  const gone = entry({ kind: "delete", cause: "o0", changes: [{ field: "deletedAt", old: null, new: "now" }] });
  equal(tell(gone, about, entry({ opId: "o0", entity: "list", kind: "delete" })), ["Deleted with its list"]);
  equal(tell(gone, about, entry({ opId: "o0", kind: "delete" })), ["Deleted with the task that it is part of"]);
  equal(tell({ ...gone, cause: null }, about), ["Deleted"]);
  equal(tell({ ...gone, device: null }, about, entry({ opId: "o0" })), [
    "Taken back, since the one before is open again",
  ]);
});

Deno.test("what gave way says what stayed; what had no effect says nothing", () => {
  const lost = entry({
    outcome: "superseded",
    conflicts: [{ field: "title", mine: "Tea", theirs: "Coffee", reason: "newer" }],
  });
  equal(tell(lost, about), ["Wanted as title Tea; Coffee stayed (a later change)"]);
  equal([isTold(lost), isUndoable(lost)], [true, false]);
  equal(isTold(entry({})), false);
  equal(isUndoable(entry({ changes: [{ field: "title", old: "a", new: "b" }] })), true);
});

Deno.test("what gave way says why, for each reason that the server has", () => {
  const { properties } = api.components.schemas.ChangeConflict;
  /** @type {string[]} */
  const reasons = properties.reason.enum;
  equal(reasons.filter((reason) => whyOf(reason) === null), []);
  const gaveWay = (/** @type {string} */ reason) =>
    tell(
      entry({ outcome: "superseded", conflicts: [{ field: "title", mine: "Tea", theirs: "Coffee", reason }] }),
      about,
    );
  equal(gaveWay("regionFull"), ["Wanted as title Tea; Coffee stayed (this part of the day was full)"]);
  equal(gaveWay("of a newer server"), ["Wanted as title Tea; Coffee stayed"]);
  // A card about it says so only where it is not what everybody expects.
  equal([oddReason("newer"), oddReason("listGone")], [null, "the list is gone"]);
});

Deno.test("who proposed a change is said beside who did it", () => {
  const who = (/** @type {Entry["device"]} */ device) => device?.name ?? "By itself";
  equal(authorOf(entry({}), who), "Phone");
  const proposal = { id: "p1", device: { id: "d2", name: "An assistant" } };
  equal(authorOf(entry({ proposal }), who), "Phone, proposed by An assistant");
});
