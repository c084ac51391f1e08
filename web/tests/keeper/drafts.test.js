import { Book } from "../../keeper/book.js";
import { serve } from "../../keeper/requests.js";
import { takeDraft } from "../../keeper/store.js";
import { equal } from "../assert.js";

/** @import { Core } from "../../keeper/core.js" */
/** @import { Leader } from "../../keeper/leader.js" */
/** @import { Store } from "../../keeper/store.js" */
/** @import { Do } from "../../types/messages.js" */

/**
 * A leader of one book with what it writes and says, in order.
 * @param {{deed?: string | null, isGone?: boolean}} [how]  the draft lies on the disk no more
 */
function leading({ deed = "deed", isGone = true } = {}) {
  /** @type {string[]} */
  const order = [];
  const store = /** @type {Store} */ (/** @type {unknown} */ ({
    write: (/** @type {import("../../keeper/store.js").Change} */ { journal, draft }) => {
      order.push(`write ${journal?.join() || "nothing"} without ${draft?.where}`);
      return Promise.resolve(isGone);
    },
    keepDraft: (/** @type {string} */ where, /** @type {unknown} */ draft) =>
      Promise.resolve(order.push(draft ? `write ${where}` : `empty ${where}`)),
    close: () => {},
  }));
  const core = /** @type {Core} */ (/** @type {unknown} */ ({
    ask: () => ({
      answer: { ids: [], deed, standing: { isZoneKnown: true, unfolded: 0 }, touched: null },
      text: deed === null ? "" : "entry",
    }),
  }));
  const book = new Book("own", core, store);
  const { promise, resolve } = Promise.withResolvers();
  const leader = /** @type {Leader} */ (/** @type {unknown} */ ({
    book,
    views: { painted: promise, awaitFrame: () => {} },
    access: { credentials: {} },
    sync: { wake: () => Promise.resolve() },
    say: (/** @type {string} */ tab, /** @type {{kind: string}} */ { kind }) => order.push(`${tab}: ${kind}`),
    tell: (/** @type {{kind: string, draft: unknown}} */ { kind, draft }, /** @type {string} */ but) =>
      order.push(`all but ${but}: ${kind} ${draft ? "there" : "gone"}`),
  }));
  book.onDraftGone = (where, tab) => leader.tell({ kind: "draft", where, draft: null }, tab);
  return { order, leader, paint: () => resolve(undefined) };
}

/** @type {Do} */
const task = {
  kind: "do",
  request: 1,
  book: "own",
  at: 0,
  gesture: { act: "delete", ids: [] },
  draft: { where: "/app/today", draft: { title: "A task", notes: "" } },
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

Deno.test("other tabs hear that a draft became a task before they hear of the next one, and once", async () => {
  const { order, leader, paint } = leading();
  serve(leader, "one", task);
  serve(leader, "one", {
    kind: "draft",
    request: 2,
    book: "own",
    where: "/app/today",
    draft: { title: "Next", notes: "" },
  });
  await settled();
  equal(order, [
    "write entry without /app/today",
    "all but one: draft gone",
    "write /app/today",
    "all but one: draft there",
    "one: done",
  ]);
  paint();
  await settled();
  equal(order.splice(0).slice(5), ["one: done"]);
  // A keeper fell before its tab heard the answer.
  serve(leader, "one", task);
  await settled();
  equal(order, ["one: done"]);
});

Deno.test("a draft of which nothing became goes from the disk, too", async () => {
  const { order, leader, paint } = leading({ deed: null });
  paint();
  serve(leader, "one", task);
  await settled();
  equal(order, ["write nothing without /app/today", "all but one: draft gone", "one: done"]);
});

Deno.test("where something else lies by then, it stays, and nobody hears that it went", async () => {
  const { order, leader, paint } = leading({ isGone: false });
  paint();
  serve(leader, "one", task);
  await settled();
  equal(order, ["write entry without /app/today", "one: done"]);
});

Deno.test("a task takes from the disk what it was made of, and nothing that was typed since", async () => {
  /** @type {Map<string, unknown>} */
  const there = new Map();
  const pictures = /** @type {IDBObjectStore} */ (/** @type {unknown} */ ({
    get: (/** @type {string} */ name) => {
      const request = { result: there.get(name), onsuccess: () => {} };
      queueMicrotask(() => request.onsuccess());
      return request;
    },
    delete: (/** @type {string} */ name) => there.delete(name),
  }));
  const taken = { where: "/app/today", draft: { title: "A task", notes: "" } };
  for (const since of [{ title: "The next", notes: "" }, { title: "A task", notes: "With notes" }]) {
    there.set("draft:/app/today", since);
    equal([await takeDraft(pictures, taken), there.size], [false, 1]);
  }
  there.set("draft:/app/today", { title: "A task", notes: "" });
  equal([await takeDraft(pictures, taken), there.size], [true, 0]);
  equal(await takeDraft(pictures, taken), true);
});
