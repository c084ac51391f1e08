/** @import { Report } from "../../page/screens/data/report.js" */
import "./dom.js";
import { keeper } from "../../page/desk.js";
import { reportLines } from "../../page/screens/data/report.js";
import { imported, undoImport } from "../../page/screens/data/undo.js";
import { later } from "../../page/words/later.js";
import { equal, ok } from "../assert.js";

const none = { tasks: 0, lists: 0 };

/** @param {Partial<Report>} more @returns {Report} */
function report(more) {
  return {
    format: "todo-txt",
    dryRun: false,
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

/**
 * What the server is asked to take back an import that began at revision 10 of an account that is at `now`.
 * @param {Report} report @param {number} now @param {boolean} [mayTakeAll]
 */
async function asked(report, now, mayTakeAll = false) {
  const import_ = imported(report, "a", 10, 0);
  if (!import_) return [];
  const heard = /** @type {string[]} */ ([]);
  const answers = /** @type {Record<string, unknown>} */ ({
    account: { revision: now },
    restoreAccount: { revision: now + 1, kept: [] },
    history: {
      entries: [
        { opId: "later", revision: 15, device: { name: "Import" } },
        { opId: "third", revision: 14, device: { name: "Import" } },
        { opId: "meanwhile", revision: 13, device: { name: "Phone" } },
        { opId: "first", revision: 12, device: { name: "Import" } },
        { opId: "before", revision: 10, device: { name: "Import" } },
      ],
      nextCursor: null,
    },
    undoChange: { kept: [] },
  });
  keeper.server = /** @type {typeof keeper.server} */ (/** @type {unknown} */ ((
    /** @type {string} */ what,
    /** @type {{opId?: string}} */ { opId } = {},
  ) => {
    if (what !== "account" && what !== "history") heard.push(opId ? `undo ${opId}` : what);
    return Promise.resolve({ kind: "done", with: answers[what] });
  }));
  await undoImport(import_, () => {
    heard.push("question");
    return Promise.resolve(mayTakeAll);
  });
  return heard;
}

Deno.test("the whole account goes back only where all that happened was the import", async () => {
  const three = { made: { tasks: 2, lists: 1 }, revision: 13 };
  equal(await asked(report(three), 13), ["restoreAccount"]);
  equal(await asked(report({ ...three, settings: true, revision: 14 }), 14), ["restoreAccount"]);
  equal(await asked(report({ ...three, changed: { tasks: 1, lists: 0 }, revision: 14 }), 14), ["restoreAccount"]);
});

Deno.test("what came while the import ran stays, as what came after it", async () => {
  const three = { made: { tasks: 2, lists: 1 }, revision: 14 };
  equal(await asked(report(three), 14), ["undo third", "undo first"]);
  equal(await asked(report(three), 15), ["undo third", "undo first"]);
  // One row more than the import made, which is not its settings.
  equal(await asked(report({ ...three, settings: true, revision: 15 }), 15), [
    "undo later",
    "undo third",
    "undo first",
  ]);
});

Deno.test("where it is too large for that the person is asked, whenever the other change came", async () => {
  const large = { made: { tasks: 400, lists: 0 }, revision: 411 };
  equal(await asked(report(large), 411), ["question"]);
  equal(await asked(report(large), 411, true), ["question", "restoreAccount"]);
  equal(await asked(report({ ...large, revision: 410 }), 410), ["restoreAccount"]);
  equal(await asked(report({ ...large, revision: 410 }), 411), ["question"]);
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
