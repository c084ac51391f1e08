import * as assert from "../assert.js";
import { into } from "../../page/words/en/data.js";

/** @type {import("../../page/screens/data/report.js").Report} */
const report = {
  format: "todo-txt",
  dryRun: true,
  device: "import",
  revision: null,
  made: { tasks: 3, lists: 1 },
  changed: { tasks: 1, lists: 0 },
  unchanged: { tasks: 0, lists: 2 },
  deletedHere: { tasks: 0, lists: 0 },
  settings: false,
  passedOver: 0,
  refused: 1,
  fields: [],
  remarks: [],
  moreRemarks: 0,
};

Deno.test("an import says what it would do, and what it did, and nothing of what there is none", () => {
  assert.equal(into.summary(report), [
    "3 tasks and 1 list are new.",
    "1 task changes.",
    "2 lists are here already and stay as they are.",
    "1 item could not be read.",
  ]);
  assert.equal(into.summary({ ...report, dryRun: false, revision: 7 }).slice(0, 2), [
    "3 tasks and 1 list were made.",
    "1 task was changed.",
  ]);
  assert.equal(into.run(report.made), "Import 3 tasks and 1 list");
  assert.equal(into.run({ tasks: 0, lists: 0 }), "Import changes");
});
