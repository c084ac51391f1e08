import { Book } from "../../keeper/book.js";
import { equal } from "../assert.js";

/** @import { Core } from "../../keeper/core.js" */
/** @import { Store, Change } from "../../keeper/store.js" */

/** A book whose core makes this text of a gesture, and no deed. @param {string} text @param {boolean} [isIll]  its disk */
function bookOf(text, isIll = false) {
  /** @type {string[]} */
  const journal = [];
  const core = {
    ask: () => ({ answer: { ids: ["a"], deed: null, touched: {}, standing: { isZoneKnown: true, lost: 0 } }, text }),
    need: (/** @type {string} */ name) => {
      throw new Error(name);
    },
  };
  const store = {
    write: (/** @type {Change} */ change) => {
      if (isIll) return Promise.reject(new DOMException("full", "QuotaExceededError"));
      journal.push(...change.journal ?? []);
      return Promise.resolve(true);
    },
    close() {},
  };
  const book = new Book(
    "own",
    /** @type {Core} */ (/** @type {unknown} */ (core)),
    /** @type {Store} */ (/** @type {unknown} */ (store)),
  );
  let changes = 0;
  book.onChange = () => changes += 1;
  const letGo = () =>
    book.perform("tab", 1, "do", { now: 0, gesture: /** @type {const} */ ({ act: "letGo", ids: ["a"] }) });
  return { book, journal, letGo, changes: () => changes };
}

Deno.test("what changes no task is written down and shown, too", async () => {
  const { book, journal, letGo, changes } = bookOf("seen");
  const done = await letGo();
  equal([done.kind, journal, changes(), book.standing?.lost], ["done", ["seen"], 1, 0]);
});

Deno.test("what changes nothing at all is not", async () => {
  const { journal, letGo, changes } = bookOf("");
  const done = await letGo();
  equal([done.kind, journal, changes()], ["done", [], 0]);
});

Deno.test("a full disk is owed what was looked at", async () => {
  const { book, letGo, changes } = bookOf("seen", true);
  const done = await letGo();
  equal([done.kind, changes(), book.disk.trouble?.code], ["done", 1, "disk_full"]);
});
