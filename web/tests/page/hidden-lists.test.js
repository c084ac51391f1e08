import * as assert from "../assert.js";
import { outline } from "../../page/desk.js";
import { sight, sightChanged } from "../../page/hidden-lists.js";

/** @param {Record<string, boolean>} hidden  by the names of lists */
function lists(hidden) {
  const rows = Object.entries(hidden).map(([name, hiddenFromAgents]) => ({
    id: name,
    name,
    colorHex: null,
    open: 0,
    ...hiddenFromAgents && { hiddenFromAgents },
  }));
  outline.value = /** @type {any} */ ({ lists: rows });
}

/** @param {Record<string, boolean>} before @param {Record<string, boolean>} after */
function told(before, after) {
  lists(before);
  const seen = sight();
  lists(after);
  return sightChanged(seen);
}

Deno.test("an undo that shows a list to assistants again says so, and one that hides it too", () => {
  assert.equal(told({ Home: false, Diary: true }, { Home: false, Diary: false }), "AI assistants see “Diary” again");
  assert.equal(told({ Diary: false }, { Diary: true }), "AI assistants do not see “Diary” any more");
});

Deno.test("of what assistants see as before nothing is said", () => {
  assert.equal(told({ Home: false, Diary: true }, { Home: false, Diary: true }), null);
  assert.equal(told({ Diary: true }, {}), null);
  assert.equal(told({}, { Diary: true }), null);
  outline.value = null;
  assert.equal(sightChanged(sight()), null);
});
