import { claim } from "../../keeper/pairing.js";
import { register, signIn, signOut } from "../../keeper/sign-in.js";
import { equal } from "../assert.js";

/** @import { Leader } from "../../keeper/leader.js" */
/** @typedef {{account: string, device: string, token: string, login: string | null}} Credentials */

/**
 * A leader on a device, and a server that lets everybody into the account “theirs”. What happens while it is asked for
 * a path is told beforehand.
 */
function device() {
  /** @type {string[]} */
  const asked = [];
  /** @type {Record<string, () => unknown>} */
  const during = {};
  /** @type {string[]} */
  const tasks = [];
  const book = {
    standing: { waiting: 0 },
    fold: () => Promise.resolve(),
    keep: () => Promise.resolve(),
    join: (/** @type {{book: string}} */ { book }, /** @type {unknown} */ _, isWanted = () => true) =>
      Promise.resolve(isWanted() && tasks.push(`in ${book}`) > 0),
  };
  const leader = {
    zone: "UTC",
    deviceName: "",
    access: {
      credentials: /** @type {Credentials | null} */ (null),
      refused: /** @type {{code: string} | null} */ (null),
    },
    ending: new AbortController(),
    registration: { onlyHere: false, look() {} },
    waysIn: { learn: () => Promise.resolve(), areNone() {} },
    book,
    document: () => Promise.resolve(undefined),
    beginsTalk() {},
    tell: (/** @type {{name: string}} */ { name }) => void asked.push(name),
    beginAnew: (mayGo = () => true) => {
      const isEmptied = mayGo();
      if (isEmptied) {
        tasks.length = 0;
        [leader.access.credentials, book.standing.waiting] = [null, 0];
      }
      return Promise.resolve(isEmptied);
    },
  };
  globalThis.fetch = async (path) => {
    const { pathname } = new URL(String(path), "https://daybook.test");
    asked.push(pathname);
    await during[pathname]?.();
    const of = pathname === "/v1/accounts" ? "mine" : "theirs";
    const body = { account: { id: of }, device: { id: "d" }, token: `of ${of}`, number: 42 };
    return new Response(JSON.stringify(body), { status: 200 });
  };
  return {
    leader: /** @type {Leader} */ (/** @type {unknown} */ (leader)),
    asked,
    during,
    tasks,
    /** Somebody writes down a task that is not sent yet. @param {string} title */
    write(title) {
      tasks.push(title);
      book.standing.waiting += 1;
    },
    /** The same, and the account that it began has it. @param {string} title @param {string | null} [login] */
    begin(title, login = null) {
      tasks.push(title);
      leader.access.credentials = { account: "mine", device: "d", token: "of mine", login };
    },
  };
}

/** Tests share one `fetch`. @param {string} name @param {() => Promise<void>} run */
function test(name, run) {
  Deno.test(name, async () => {
    const { fetch } = globalThis;
    /** @type {any} */ (globalThis).location ??= { origin: "https://daybook.test" };
    try {
      await run();
    } finally {
      globalThis.fetch = fetch;
    }
  });
}

/** @param {Leader} leader */
async function pair(leader) {
  const paired = new Promise((resolve) => leader.tell = resolve);
  await claim(leader, "ABCD-EFGH", {});
  await paired;
}

test("what is written while the other device confirms comes along", async () => {
  const { leader, during, tasks, write } = device();
  during["/v1/pairing/token"] = () => write("Milk");
  await pair(leader);
  equal(tasks, ["Milk", "in theirs"]);
});

test("the account that began while the other device confirms comes along", async () => {
  const { leader, asked, during, tasks, begin } = device();
  during["/v1/pairing/token"] = () => begin("Milk");
  await pair(leader);
  equal(tasks, ["Milk", "in theirs"]);
  equal(asked, ["/v1/pairing/claim", "/v1/pairing/token", "/v1/account/merge", "/v1/logout"]);
});

test("what is written while the server looks at a password comes along", async () => {
  const { leader, asked, during, tasks, begin } = device();
  during["/v1/login"] = () => begin("Milk");
  await signIn(leader, { email: "a@example.org", password: "secret" }, {});
  equal(tasks, ["Milk", "in theirs"]);
  equal(asked, ["/v1/login", "/v1/account/merge", "/v1/logout"]);
});

test("a merge that does not come about leaves everything here, and no device there", async () => {
  const { leader, asked, during, tasks, begin } = device();
  during["/v1/login"] = () => begin("Milk");
  during["/v1/account/merge"] = () => {
    throw new TypeError("no network");
  };
  let isLeft = false;
  Object.assign(leader.book, { leaveDisk: () => Promise.resolve(isLeft = true) });
  const outcome = await signIn(leader, { email: "a@example.org", password: "secret" }, { forgets: true }).catch(() =>
    0
  );
  equal([outcome, isLeft, tasks], [0, false, ["Milk"]]);
  equal(asked, ["/v1/login", "/v1/account/merge", "/v1/logout"]);
});

test("an account without a sign-in goes along with the password", async () => {
  const { leader, asked, tasks, begin } = device();
  begin("Milk");
  await signIn(leader, { email: "a@example.org", password: "secret" }, {});
  equal(tasks, ["Milk", "in theirs"]);
  equal(asked, ["/v1/login"]);
});

test("an account without a sign-in goes along also where the server knows it no more", async () => {
  const { leader, asked, tasks, begin } = device();
  begin("Milk");
  leader.access.refused = { code: "unauthenticated" };
  await signIn(leader, { email: "a@example.org", password: "secret" }, {});
  equal([tasks, asked], [["Milk", "in theirs"], ["/v1/login"]]);
});

test("of an account that somebody can sign in to again nothing comes along", async () => {
  const { leader, tasks, begin } = device();
  begin("Milk", "b@example.org");
  await signIn(leader, { email: "a@example.org", password: "secret" }, {});
  equal(tasks, ["in theirs"]);
});

test("back in the same account, everything that is here stays", async () => {
  const { leader, asked, tasks, begin } = device();
  begin("Milk", "a@example.org");
  Object.assign(leader.access.credentials ?? {}, { account: "theirs" });
  leader.access.refused = { code: "unauthenticated" };
  await signIn(leader, { email: "a@example.org", password: "secret" }, {});
  equal([tasks, asked], [["Milk", "in theirs"], ["/v1/login"]]);
  equal([leader.access.credentials?.token, leader.access.refused], ["of theirs", null]);
});

test("signing out leaves what is written while the server is told", async () => {
  const { leader, during, tasks, begin, write } = device();
  begin("Tea", "a@example.org");
  during["/v1/logout"] = () => write("Milk");
  await signOut(leader, false);
  equal(tasks, ["Milk"]);
});

test("nobody is signed out while a change waits, unless it is meant", async () => {
  const { leader, asked, tasks, begin, write } = device();
  begin("Tea", "a@example.org");
  write("Milk");
  equal(await signOut(leader, false).catch(({ code, more }) => [code, more]), ["changes_wait", {
    with: { waiting: 1 },
  }]);
  equal([tasks, asked], [["Tea", "Milk"], []]);
  await signOut(leader, true);
  equal([tasks, asked], [[], ["/v1/logout", "signedOut"]]);
});

test("an account that is made after somebody has signed in is left, and its token ends", async () => {
  const { leader, asked, during, tasks, write } = device();
  write("Milk");
  during["/v1/accounts"] = () => signIn(leader, { email: "a@example.org", password: "secret" }, {});
  await register(leader);
  equal([tasks, leader.access.credentials?.account], [["Milk", "in theirs"], "theirs"]);
  equal(asked, ["/v1/accounts", "/v1/login", "/v1/logout"]);
});

test("a full disk is found out before the server is asked", async () => {
  const { leader, asked } = device();
  leader.book.fold = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  const ways = [
    () => signIn(leader, { email: "a@example.org", recoveryCode: "one of ten" }, {}),
    () => claim(leader, "ABCD-EFGH", {}),
    () => register(leader),
  ];
  for (const way of ways) equal(await way().catch(({ code }) => code), "disk_full");
  equal(asked, []);
});

test("a pairing that waits is over once somebody has signed in another way, or out", async () => {
  const ways = [
    (/** @type {Leader} */ leader) => signIn(leader, { email: "a@example.org", password: "secret" }, {}),
    (/** @type {Leader} */ leader) => signOut(leader, true),
  ];
  for (const way of ways) {
    const { leader, asked, during, tasks } = device();
    /** @type {(value?: unknown) => void} */
    let confirm = () => {};
    during["/v1/pairing/token"] = () => new Promise((resolve) => confirm = resolve);
    const over = new Promise((resolve) => leader.tell = (event) => "with" in event && resolve(event.with));
    await claim(leader, "ABCD-EFGH", {});
    await way(leader);
    const before = [...tasks];
    asked.length = 0;
    confirm();
    equal(await over, { code: "pairing_over" });
    // The device that the server made for it goes at once.
    equal([asked, tasks], [["/v1/logout"], before]);
  }
});

test("of two codes that were typed the last one counts", async () => {
  const { leader, during, tasks } = device();
  /** @type {((value?: unknown) => void)[]} */
  const confirm = [];
  during["/v1/pairing/token"] = () => new Promise((resolve) => confirm.push(resolve));
  /** @type {string[]} */
  const told = [];
  leader.tell = (event) => void told.push("name" in event ? event.name : "");
  await claim(leader, "ABCD-EFGH", {});
  await claim(leader, "IJKL-MNOP", {});
  for (const one of confirm) one();
  for (let turn = 0; turn < 100 && told.length < 2; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  equal([told.sort(), tasks], [["paired", "pairingOver"], ["in theirs"]]);
});
