import { Sync } from "../../keeper/sync.js";
import { equal } from "../assert.js";

/** @import { Access } from "../../keeper/access.js" */
/** @import { Book } from "../../keeper/book.js" */

Deno.test("a clock that is set back keeps nothing waiting", async () => {
  const { now } = Date;
  let time = 1_780_000_000_000;
  Date.now = () => time;
  /** @type {string[]} */
  const asked = [];
  const { promise: isLookedAgain, resolve } = Promise.withResolvers();
  const book = {
    ask(/** @type {string} */ call, /** @type {{why?: string}} */ { why }) {
      asked.push(why ?? call);
      if (why) return Promise.resolve({ answer: {} });
      if (asked.length === 1) time -= 7_200_000;
      else resolve(null);
      return Promise.resolve({ answer: { step: "wait", until: time + 1 } });
    },
  };
  const sync = new Sync(
    /** @type {Book} */ (/** @type {unknown} */ (book)),
    /** @type {Access} */ (/** @type {unknown} */ ({ token: "a" })),
    () => {},
  );
  try {
    await isLookedAgain;
    equal(asked, ["next", "insist", "next"]);
  } finally {
    sync.end();
    Date.now = now;
  }
});
