/** @import { Gesture, Picture, Row, View } from "../../types/messages.js" */
import { newId } from "../../page/new-id.js";
import { foreseen, unkept, untilKept } from "../../page/unkept.js";
import { equal } from "../assert.js";

const today = /** @type {View} */ ({ kind: "today" });

/** @param {[id: string, state: Row["state"]][]} rows @param {Partial<Picture>} [more] */
function picture(rows, more = {}) {
  const open = rows.filter(([, state]) => state !== "completed").length;
  return /** @type {Picture} */ (/** @type {unknown} */ ({
    today: "2026-11-29",
    total: rows.length,
    open,
    completed: rows.length - open,
    groups: [],
    from: 0,
    rows: rows.map(([id, state]) => ({ id, title: id, state })),
    ...more,
  }));
}

/** @param {string[]} ids @param {Partial<Extract<Gesture, {act: "add"}>>} [more] @returns {Gesture} */
function adding(ids, more = {}) {
  return { act: "add", titles: ids, ids, place: { kind: "today" }, ...more };
}

/** @param {string[]} ids @param {Row["state"]} state @returns {Gesture} */
function turning(ids, state) {
  return { act: "edit", ids, fields: { state } };
}

/** @param {Picture} picture @param {Gesture[]} gestures @param {View} [view] */
function seen(picture, gestures, view = today) {
  const { picture: { rows, total, open }, ids } = foreseen(view, picture, gestures);
  return { rows: rows.map(({ id, state }) => `${id} ${state}`), total, open, unkept: [...ids] };
}

Deno.test("what was just written down stands behind the open tasks, in its order", () => {
  const before = picture([["a", "notStarted"], ["b", "completed"]]);
  equal(seen(before, [adding(["c"]), adding(["d", "e"])]), {
    rows: ["a notStarted", "c notStarted", "d notStarted", "e notStarted", "b completed"],
    total: 5,
    open: 4,
    unkept: ["c", "d", "e"],
  });
  const { picture: { rows: [, row] } } = foreseen(today, before, [adding(["c"], { notes: "n" })]);
  equal([row.title, row.scheduledDate, row.hasNotes], ["c", "2026-11-29", true]);
});

Deno.test("a state is another at once, and the row stays where it is", () => {
  const before = picture([["a", "notStarted"], ["b", "notStarted"], ["c", "completed"]]);
  equal(seen(before, [turning(["a", "c"], "completed")]), {
    rows: ["a completed", "b notStarted", "c completed"],
    total: 3,
    open: 2,
    unkept: ["a"],
  });
  equal(seen(before, [turning(["a"], "active"), turning(["a"], "completed")]).rows[0], "a completed");
});

Deno.test("what a picture of the keeper shows already is kept", () => {
  const kept = picture([["a", "completed"], ["c", "notStarted"]], { open: 1 });
  const { picture: shown, ids } = foreseen(today, kept, [adding(["c"]), turning(["a"], "completed")]);
  equal(shown === kept, true);
  equal(ids.size, 0);
});

Deno.test("a place that is not known is not foreseen", () => {
  const before = picture([["a", "notStarted"]]);
  const isForeseen = (/** @type {Picture} */ picture, /** @type {Gesture} */ gesture, view = today) =>
    foreseen(view, picture, [gesture]).ids.size > 0;
  equal(isForeseen(before, adding(["b"])), true);
  equal(isForeseen(before, adding(["b"], { place: { kind: "inbox" } })), false);
  equal(isForeseen(before, adding(["b"]), { kind: "upcoming" }), false);
  equal(isForeseen(before, adding(["b"], { place: { kind: "list", id: "x" } }), { kind: "list", id: "x" }), true);
  equal(isForeseen(before, adding(["b"], { place: { kind: "list", id: "x" } }), { kind: "list", id: "y" }), false);
  // The open ones end below what was asked for, or above it.
  equal(isForeseen({ ...before, open: 2, total: 2 }, adding(["b"])), false);
  equal(isForeseen({ ...before, from: 4, open: 3, total: 9 }, adding(["b"])), false);
  equal(isForeseen({ ...before, groups: [{ first: 0, count: 1 }] }, adding(["b"])), false);
});

Deno.test("a gesture is shown until it is answered, and one that says more waits for its picture", async () => {
  /** @type {(answer: string) => void} */
  let end = () => {};
  const answer = untilKept(adding(["a"]), () => new Promise((resolve) => end = resolve));
  equal(unkept.value.length, 1);
  const other = untilKept(turning(["b"], "active"), () => Promise.reject(new Error("fell"))).catch(({ message }) =>
    message
  );
  equal(await other, "fell");
  equal(unkept.value.length, 1);
  end("done");
  equal(await answer, "done");
  equal(unkept.value.length, 0);
  const more = [
    adding(["a"], { fields: { priority: 3 } }),
    adding(["a"], { completed: ["b"] }),
    { .../** @type {any} */ (adding(["a"])), ids: undefined },
    /** @type {Gesture} */ ({ act: "edit", ids: ["a"], fields: { state: "active", title: "b" } }),
    /** @type {Gesture} */ ({ act: "delete", ids: ["a"] }),
  ];
  for (const gesture of more) {
    const asked = untilKept(gesture, () => Promise.resolve());
    equal(unkept.value.length, 0);
    await asked;
  }
});

Deno.test("a new task has a name as the core reads it, and no other's", () => {
  const ids = Array.from({ length: 100 }, newId);
  equal(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)), []);
  equal(new Set(ids).size, 100);
});

Deno.test("a change is shown before it is asked for, and asked for whatever becomes of showing it", async () => {
  const fault = () => {
    throw new Error("drawing");
  };
  /** @type {number[]} */
  const shown = [];
  await untilKept(adding(["a"]), () => Promise.resolve(shown.push(unkept.value.length)));
  const stop = unkept.watch(() => unkept.value.length > 0 && fault());
  const asked = untilKept(adding(["b"]), () => Promise.resolve(shown.push(unkept.value.length)));
  equal(await asked.catch(({ message }) => message), "drawing");
  stop();
  equal(shown, [1, 1]);
  equal(unkept.value, []);
});
