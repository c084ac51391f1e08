import { Registration } from "../../keeper/registration.js";
import { equal } from "../assert.js";

/** @typedef {import("../../keeper/leader.js").Leader} Leader */

/** A leader that has written down something, and a server that says what it was asked for. */
function begun() {
  /** @type {string[]} */
  const asked = [];
  /** @type {Record<string, unknown>} */
  const kept = {};
  const leader = {
    zone: "UTC",
    deviceName: "",
    access: { credentials: null },
    ending: new AbortController(),
    book: {
      standing: { waiting: 1 },
      fold: () => Promise.resolve(),
      keep: (/** @type {Record<string, unknown>} */ documents) => Promise.resolve(Object.assign(kept, documents)),
      join: (/** @type {unknown} */ _, /** @type {unknown} */ __, /** @type {() => boolean} */ isWanted) =>
        Promise.resolve(isWanted()),
    },
    waysIn: { areNone() {} },
    stand() {},
    registration: /** @type {Registration | null} */ (null),
  };
  const registration = new Registration(/** @type {Leader} */ (/** @type {unknown} */ (leader)));
  leader.registration = registration;
  /** What happens while the server is asked. */
  let meanwhile = () => {};
  globalThis.fetch = (path) => {
    asked.push(String(path));
    meanwhile();
    const body = { account: { id: "a" }, device: { id: "d" }, token: "secret", code: "registration_closed" };
    const isClosed = path === "/v1/accounts" && !registration.onlyHere;
    return Promise.resolve(new Response(JSON.stringify(body), { status: isClosed ? 403 : 200 }));
  };
  return { registration, asked, kept, during: (/** @type {() => void} */ run) => meanwhile = run };
}

/** Tests share one `fetch`. @param {string} name @param {() => Promise<void>} run */
function test(name, run) {
  Deno.test(name, async () => {
    const { fetch } = globalThis;
    try {
      await run();
    } finally {
      globalThis.fetch = fetch;
    }
  });
}

test("nothing is asked while everything stays here, and everything goes when somebody says so", async () => {
  const { registration, asked, kept } = begun();
  await registration.stayHere();
  await registration.begin();
  equal(asked, []);
  equal(kept, { onlyHere: true });
  await registration.sendAll();
  await registration.begin();
  equal(asked, ["/v1/accounts"]);
  equal([kept.onlyHere, registration.onlyHere], [undefined, false]);
});

test("an account that begins while somebody says otherwise is left empty", async () => {
  const { registration, asked, during } = begun();
  during(() => registration.onlyHere = true);
  await registration.begin();
  equal(asked, ["/v1/accounts", "/v1/logout"]);
});
