import { equal } from "../assert.js";
import { keeper } from "../../page/desk.js";
import { keptNames } from "../../page/screens/history/kept.js";
import { Rows } from "../../page/screens/history/rows.js";

/** @typedef {import("../../page/screens/history/told.js").Entry} Entry */

/** @param {string} before @param {string} after */
function renamed(before, after) {
  return /** @type {Entry} */ (/** @type {unknown} */ ({
    entity: "list",
    id: "home",
    kind: "set",
    changes: [{ field: "name", old: before, new: after }],
  }));
}

Deno.test("what is not here any more is called as the latest change told, also one that came later", () => {
  const rows = new Rows(() => {});
  const [first, second, third] = [renamed("Home", "Flat"), renamed("Flat", "House"), renamed("House", "Hut")];
  rows.learn([second, first]);
  equal(rows.listName("home"), "House");
  rows.learn([third, second, first]);
  equal(rows.listName("home"), "Hut");
});

Deno.test("what stays is called as the server calls it by now, or as it is called here, and of many the first", async () => {
  /** @type {Record<string, {title: string}>} */
  const there = { a: { title: "Another task" } };
  const post = new EventTarget();
  const answer = (/** @type {any} */ { kind, operation, request, values }) => {
    if (kind !== "server") return;
    const found = operation === "readTask" ? there[values.id] : undefined;
    const data = found ? { kind: "done", request, with: found } : { kind: "refused", request, code: "gone" };
    post.dispatchEvent(new MessageEvent("message", { data }));
  };
  keeper.begin(
    () => /** @type {any} */ (Object.assign(post, { postMessage: answer, terminate: () => {} })),
    () => /** @type {any} */ ({ kind: "hello" }),
  );
  const rows = new Rows(() => {});
  const kept = (/** @type {string} */ id) => ({ entity: /** @type {const} */ ("task"), id, field: "title" });
  rows.learn([/** @type {Entry} */ ({ ...renamed("A task", "The task"), entity: "settings", id: "b" })]);
  equal(await keptNames([kept("a"), kept("b")], rows), ["the title of Another task", "the title of The task"]);
  equal(await keptNames([..."aaaaaaa"].map(kept), rows), ["the title of Another task", "and 2 more"]);
});
