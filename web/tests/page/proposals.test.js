/** What a proposal would come to, by its actions, and whether a part of it comes to the same alone. */
import { besides, isSameAlone, partsOf, sentences } from "../../page/screens/proposals/lines.js";
import { equal, ok } from "../assert.js";

/** @param {Partial<import("../../page/screens/proposals/lines.js").Line>} more */
const line = (more) => /** @type {import("../../page/screens/proposals/lines.js").Line} */ ({
  ...{ action: 0, entity: "task", id: "1", title: "Milk", kind: "set", changes: [], concluded: false },
  ...more,
});
const titled = [{ field: "title", old: "Milk", new: "Oat milk" }];
/** @type {import("../../page/screens/proposals/lines.js").Shown} */
const shown = {
  revision: 7,
  tag: "t",
  actions: [{ action: "update", id: "1" }, { action: "complete", id: "2" }, { action: "delete", id: "3" }, {
    action: "reopen",
    id: "4",
  }],
  changes: [
    line({ changes: titled }),
    line({ action: 1, id: "2", changes: [{ field: "state", old: "notStarted", new: "completed" }] }),
    line({ action: 1, id: "5", kind: "create", concluded: true }),
    line({ action: null, id: "6", changes: [{ field: "sortOrder", old: "a", new: "b" }] }),
  ],
  refused: [{ action: 2, problem: { code: "gone" } }],
};
const about = { today: "2026-11-21", zone: "UTC", listName: () => null };

Deno.test("each action has what comes of it, or why it is refused; what would do nothing is left out", () => {
  const parts = partsOf(shown);
  equal(parts.map(({ place }) => place), [0, 1, 2]);
  equal(parts.map(({ lines, followed }) => [lines.length, followed.length]), [[1, 0], [1, 1], [0, 0]]);
  equal(parts.map(({ refused }) => refused), [null, null, "gone"]);
  equal(besides(shown).map(({ id }) => id), ["6"]);
});

Deno.test("a line is told as the history would tell it", () => {
  ok(sentences(shown.changes[0], about)[0].includes("Oat milk"));
  equal(sentences(shown.changes[2], about).length, 1);
  ok(sentences(shown.changes[2], about)[0] !== sentences(line({ kind: "create" }), about)[0]);
});

Deno.test("what the history would say in short is told whole: notes, tags, a rule", () => {
  const notes = "n".repeat(130) + " and the end";
  const changes = [
    ...[{ field: "title", old: null, new: "Tea" }, { field: "notes", old: null, new: notes }],
    ...[{ field: "tags", old: null, new: ["home"] }, { field: "priority", old: null, new: 0 }],
    { field: "recurrence", old: null, new: { rrule: "FREQ=DAILY" } },
  ];
  const said = sentences(line({ kind: "create", changes }), about);
  ok(said.includes(notes) && said.some((one) => one.includes("#home")) && said.length === 5, said.join(" | "));
  const set = sentences(line({ changes: [{ field: "notes", old: "a", new: notes }] }), about);
  ok(set.includes(notes) && set.length === 2, set.join(" | "));
});

Deno.test("a part comes to the same alone, but for moments and places in the order", () => {
  const alone = (/** @type {any[]} */ changes) => ({ ...shown, changes, refused: [] });
  const at = (/** @type {string} */ at) => ({ field: "completedAt", old: null, new: at });
  const [first] = shown.changes;
  ok(isSameAlone(shown, alone([first]), new Set([0])));
  const done = { ...shown, changes: [line({ changes: [...titled, at("2026-11-21T10:00:00.000Z")] })] };
  ok(isSameAlone(done, alone([line({ changes: [...titled, at("2026-11-21T10:00:05.000Z")] })]), new Set([0])));
  ok(!isSameAlone(shown, alone([line({ changes: [{ field: "title", old: "Tea", new: "Oat milk" }] })]), new Set([0])));
  const gives = (/** @type {string} */ id) => line({ id, concluded: true, changes: titled });
  ok(!isSameAlone({ ...shown, changes: [gives("1")] }, alone([gives("2")]), new Set([0])));
  ok(!isSameAlone(shown, { ...alone([]), refused: [{ action: 0, problem: { code: "gone" } }] }, new Set([0])));
});
