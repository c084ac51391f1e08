import * as assert from "../assert.js";
import { refusal } from "../../page/words/en.js";

Deno.test("what could not be deleted says so, whatever the device has against it", () => {
  assert.equal(refusal("disk", "delete"), "Unable to delete task. Please try again.");
  assert.equal(refusal("disk_full", "delete"), "Unable to delete task. Please try again.");
  assert.equal(refusal("disk", "add"), "Failed to save task. Please try again.");
  assert.equal(refusal("unknown_row", "delete"), "This task is not there any more.");
});
