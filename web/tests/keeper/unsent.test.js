import { unsentIn } from "../../keeper/unsent.js";
import { equal } from "../assert.js";

/** @param {string} opId @param {Record<string, unknown>} [more] */
function entry(opId, more = {}) {
  return { opId, entity: "task", id: "task", kind: "set", at: "", fields: {}, prior: {}, created: false, ...more };
}

/** @param {string[]} waiting @param {{opId: string, undoes?: string, undoneBy?: string, entries?: object[]}[]} deeds */
function unsent(waiting, deeds) {
  const written = deeds.map((deed) => ({ at: "", entries: [entry(deed.opId)], ...deed }));
  return unsentIn(JSON.stringify({ waiting: waiting.map((opId) => ({ opId })), deeds: written }));
}

/** @param {ReturnType<typeof unsent>} told */
const names = ({ deeds }) => deeds.map(({ deed }) => deed);

Deno.test("what waits is named, the latest first, and what was sent is not", () => {
  const told = unsent(["b", "c"], [{ opId: "a" }, { opId: "b" }, { opId: "c" }]);
  equal(names(told), ["c", "b"]);
  equal([told.cancelled, told.others], [0, 0]);
});

Deno.test("what was taken back before it was sent comes to nothing, and done again it stands", () => {
  const undone = unsent(["a", "b"], [{ opId: "a", undoneBy: "b" }, { opId: "b", undoes: "a" }]);
  equal([names(undone), undone.cancelled], [[], 2]);
  const again = unsent(["a", "b", "c"], [
    { opId: "a", undoneBy: "b" },
    { opId: "b", undoes: "a", undoneBy: "c" },
    { opId: "c", undoes: "b" },
  ]);
  equal([names(again), again.cancelled], [["c"], 2]);
});

Deno.test("an undoing of what was sent is a change like any other", () => {
  const told = unsent(["b"], [{ opId: "a", undoneBy: "b" }, { opId: "b", undoes: "a" }]);
  equal(names(told), ["b"]);
});

Deno.test("changes that no deed remembers are counted, and of a large one the first are told", () => {
  const entries = Array.from({ length: 9 }, (_, at) => entry(`a${at}`, { fields: { notes: "new" }, prior: {} }));
  const told = unsent(["old", ...entries.map(({ opId }) => opId)], [{ opId: "a0", entries }]);
  equal(told.others, 1);
  equal([told.deeds[0].rows, told.deeds[0].changes.length], [9, 3]);
  equal(told.deeds[0].changes[0].changes, [{ field: "notes", old: null, new: "new" }]);
});
