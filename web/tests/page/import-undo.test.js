/** @import { Report } from "../../page/screens/data/report.js" */
import "./dom.js";
import { keeper } from "../../page/desk.js";
import { reportLines } from "../../page/screens/data/report.js";
import { imported, takeBack } from "../../page/screens/data/undo.js";
import { later } from "../../page/words/later.js";
import { equal, ok } from "../assert.js";

const none = { tasks: 0, lists: 0 };

/** @param {Partial<Report>} more @returns {Report} */
function report(more) {
  return {
    format: "todo-txt",
    dryRun: false,
    device: "import",
    revision: null,
    made: none,
    changed: none,
    unchanged: none,
    deletedHere: none,
    settings: false,
    passedOver: 0,
    refused: 0,
    fields: [],
    remarks: [],
    moreRemarks: 0,
    ...more,
  };
}

Deno.test("what an import's device did is taken back, and what took it back is what brings it again", async () => {
  const import_ = imported(report({ made: { tasks: 2, lists: 1 }, revision: 14 }), "a", 10, 0);
  const heard = /** @type {unknown[]} */ ([]);
  const undo = { device: "mine", since: 15, until: 18, confirmMassDelete: true };
  keeper.server = /** @type {typeof keeper.server} */ (/** @type {unknown} */ ((
    /** @type {string} */ what,
    /** @type {unknown} */ wanted,
  ) => {
    heard.push([what, wanted]);
    return Promise.resolve({ kind: "done", with: { undo, kept: [] } });
  }));
  if (!import_) return ok(false, "there is nothing to take back");
  const undone = await takeBack(import_.changes);
  if (undone.kind !== "done") return ok(false, undone.code);
  await takeBack(undone.undo);
  equal(heard, [
    ["takeBack", { device: "import", since: 10, until: 14, confirmMassDelete: true }],
    ["takeBack", undo],
  ]);
});

Deno.test("an import that changed nothing, or began at nobody knows where, is not taken back", () => {
  equal(imported(report({ revision: 10 }), "a", 10, 0), null);
  equal(imported(report({ made: { tasks: 1, lists: 0 }, revision: 11 }), "a", NaN, 0), null);
});

Deno.test("nothing new is said only of a file that was read to its end", () => {
  const { into: w } = later.data;
  const told = (/** @type {boolean} */ isWhole) =>
    reportLines(report({ dryRun: true }), isWhole).map((node) => node ? String(node.textContent) : "").join("|");
  ok(told(true).includes(w.nothing), told(true));
  ok(!told(false).includes(w.nothing) && !told(false).includes(w.preview), told(false));
});
