import * as assert from "../assert.js";
import { toldApart } from "../../page/told-apart.js";

/** @param {string[]} names  from the latest to the oldest */
function named(...names) {
  const things = names.map((name, at) => ({ id: String(at), name, createdAt: `2026-01-${20 - at}T00:00:00.000Z` }));
  const told = toldApart(things);
  return things.map(({ id }) => told.get(id)).join(", ");
}

Deno.test("of devices with one name all but the oldest have a number", () => {
  assert.equal(named("Chrome on Linux", "Firefox on Mac"), "Chrome on Linux, Firefox on Mac");
  assert.equal(named("Phone", "Mac", "Phone", "Phone"), "Phone (3), Mac, Phone (2), Phone");
});

Deno.test("a number that somebody gave is not given twice", () => {
  assert.equal(named("Phone", "Phone (2)", "Phone"), "Phone (3), Phone (2), Phone");
});
