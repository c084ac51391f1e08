import { Access } from "../../keeper/access.js";
import { Queue } from "../../keeper/queue.js";
import { equal } from "../assert.js";

/** @import { Book } from "../../keeper/book.js" */

/** Credentials that are a week old, a disk, and a server that renews tokens while something happens. */
function access() {
  /** @type {unknown[]} */
  const disk = [];
  const state = { isFull: false, meanwhile: () => {} };
  const queue = new Queue();
  const book = {
    keep: (/** @type {object} */ documents, isWanted = () => true) =>
      queue.run(async () => isWanted() ? await book.disk.write({ documents }) : 0),
    disk: {
      trouble: "",
      write: (/** @type {{documents: object}} */ { documents }) =>
        state.isFull
          ? Promise.reject(new DOMException("full", "QuotaExceededError"))
          : Promise.resolve(disk.push(documents)),
      suffer: (/** @type {DOMException} */ { name }) => void (book.disk.trouble = name),
    },
  };
  const of = (/** @type {string} */ name) => ({
    account: name,
    device: name,
    token: `old of ${name}`,
    since: Date.now() - 8 * 86_400_000,
    login: null,
    knownDevice: null,
  });
  const { fetch } = globalThis;
  globalThis.fetch = () => {
    state.meanwhile();
    return Promise.resolve(new Response(JSON.stringify({ token: "new" }), { status: 200 }));
  };
  return {
    of,
    disk,
    state,
    book,
    access: new Access(/** @type {Book} */ (/** @type {unknown} */ (book)), of("a")),
    [Symbol.dispose]: () => void (globalThis.fetch = fetch),
  };
}

const { signal } = new AbortController();

Deno.test("a token that was renewed is not that of an account that was signed in to meanwhile", async () => {
  using one = access();
  one.state.meanwhile = () => one.access.credentials = one.of("b");
  equal([await one.access.fresh(signal), one.access.token, one.disk], ["old of b", "old of b", []]);
});

Deno.test("a token that a full disk does not take counts all the same, and no other one is asked for", async () => {
  using one = access();
  one.state.isFull = true;
  equal([await one.access.fresh(signal), one.book.disk.trouble], ["new", "QuotaExceededError"]);
  one.state.meanwhile = () => {
    throw new Error("asked again");
  };
  equal(await one.access.fresh(signal), "new");
});

Deno.test("a token ends with the server's word, and with no proxy's", async () => {
  using one = access();
  const refusing = (/** @type {string} */ body) =>
    globalThis.fetch = () => Promise.resolve(new Response(body, { status: 401 }));
  refusing("<html>Password?</html>");
  equal([await one.access.fresh(signal), one.access.refused, one.disk], ["old of a", null, []]);
  refusing('{"code":"unauthenticated"}');
  equal([await one.access.fresh(signal), one.access.refused], ["old of a", { code: "unauthenticated" }]);
  one.access.heard({ status: 401, json: null });
  equal(one.access.refused, { code: "unauthenticated" });
  one.access.heard({ status: 401, json: { code: "account_merged", account: "b" } });
  equal(one.access.refused, { code: "account_merged", with: { account: "b" } });
  one.access.heard({ status: 200, json: {} });
  equal(one.access.refused, null);
});
