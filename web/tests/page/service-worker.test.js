/** Which version's files are served while there are two, without a browser. */
import { equal } from "../assert.js";

const origin = "https://app";

/** The disk of the service workers: caches, and the files in them. */
class Caches {
  /** @type {Map<string, Map<string, string>>} */
  all = new Map();
  isFull = false;

  /** @param {string} name */
  open(name) {
    const files = this.all.get(name) ?? new Map();
    this.all.set(name, files);
    return Promise.resolve({
      keys: () => Promise.resolve([...files.keys()].map((path) => ({ url: origin + path }))),
      match: (/** @type {string} */ path) =>
        Promise.resolve(files.has(path) ? new Response(files.get(path)) : undefined),
      put: async (/** @type {string} */ path, /** @type {Response} */ answer) => {
        if (this.isFull) throw new DOMException("no room", "QuotaExceededError");
        files.set(path, await answer.text());
      },
    });
  }

  has(/** @type {string} */ name) {
    return Promise.resolve(this.all.has(name));
  }

  delete(/** @type {string} */ name) {
    return Promise.resolve(this.all.delete(name));
  }

  keys() {
    return Promise.resolve([...this.all.keys()]);
  }

  /** @param {string} path @param {{cacheName?: string}} [where] */
  match(path, { cacheName } = {}) {
    const file = [...this.all].find(([name, files]) => files.has(path) && (!cacheName || name === cacheName));
    return Promise.resolve(file && new Response(file[1].get(path)));
  }
}

/** @typedef {{registration: {waiting: unknown, installing: unknown}, serviceWorker: {state: string}, skipped: number}} Scope */

const disk = new Caches();
const source = import.meta.resolve("../../worker/sw.js");
let imported = 0;
/** @type {any} */
const world = globalThis;
const given = { caches: disk, location: { origin }, fetch: () => Promise.resolve(new Response("of the network")) };
for (const [name, value] of Object.entries(given)) {
  Object.defineProperty(world, name, { value, configurable: true, writable: true });
}
Object.defineProperty(navigator, "locks", {
  // No tab runs any version.
  value: {
    request: (/** @type {string} */ _, /** @type {object} */ __, /** @type {(lock: object) => unknown} */ run) =>
      run({}),
  },
  configurable: true,
});

/** Of a version that lies on the disk, as `install` leaves it. @param {string} version */
async function workerOf(version) {
  const files = new Map([
    ["/app/", `shell of ${version}`],
    ["/app/app.webmanifest", `manifest of ${version}`],
    [`/app/a/page.${version}.js`, `page of ${version}`],
  ]);
  disk.all.set(`app-${version}`, files);
  /** @type {Map<string, (event: any) => void>} */
  const hears = new Map();
  const scope = {
    addEventListener: (/** @type {string} */ type, /** @type {(event: any) => void} */ run) => hears.set(type, run),
    registration: { waiting: /** @type {unknown} */ (null), installing: null },
    clients: { claim: () => Promise.resolve() },
    serviceWorker: { state: "activated" },
    skipped: 0,
    skipWaiting: () => Promise.resolve(scope.skipped += 1),
  };
  Object.assign(world, { WEB: { version, files: [...files.keys()], extras: {} } });
  Object.defineProperty(world, "self", { value: scope, configurable: true, writable: true });
  await import(`${source}?${imported += 1}`);
  /** @param {string} type @param {object} event */
  const fire = async (type, event) => {
    /** @type {unknown} */
    let over;
    const until = (/** @type {unknown} */ promise) => over = promise;
    hears.get(type)?.({ ...event, waitUntil: until, respondWith: until });
    return await over;
  };
  return {
    scope,
    activate: () => fire("activate", {}),
    /** @param {string} path @param {string} [mode] */
    ask: async (path, mode = "no-cors") => {
      const answer = await fire("fetch", { request: { url: origin + path, method: "GET", mode } });
      return await /** @type {Response} */ (answer).text();
    },
    /** @param {string} kind */
    tell: async (kind) => {
      /** @type {unknown[]} */
      const said = [];
      await fire("message", {
        data: { kind },
        ports: [{ postMessage: (/** @type {unknown} */ word) => said.push(word) }],
      });
      return said[0];
    },
  };
}

/** One that is active, and a newer one that waits. */
async function two() {
  disk.all.clear();
  disk.isFull = false;
  const before = await workerOf("1");
  await before.activate();
  const next = await workerOf("2");
  before.scope.registration.waiting = next.scope.registration.waiting = {};
  return { before, next };
}

Deno.test("a version that waits is served to nobody who has not chosen it", async () => {
  const { before } = await two();
  equal(await before.ask("/app/today", "navigate"), "shell of 1");
  equal(await before.ask("/app/app.webmanifest"), "manifest of 1");
});

Deno.test("a version that was chosen is served whole by the one before, which still has its own for tabs that run it", async () => {
  const { before, next } = await two();
  equal(await next.tell("insist"), "2");
  equal(next.scope.skipped, 1);
  equal(await before.ask("/app/today", "navigate"), "shell of 2");
  equal(await before.ask("/app/app.webmanifest"), "manifest of 2");
  equal(await before.ask("/app/a/page.2.js"), "page of 2");
  equal(await before.ask("/app/a/page.1.js"), "page of 1");
  equal(await before.ask("/app/a/page.3.js"), "of the network");
});

Deno.test("a version that was chosen and is gone is served no more", async () => {
  const { before, next } = await two();
  await next.tell("insist");
  disk.all.delete("app-2");
  equal(await before.ask("/app/today", "navigate"), "shell of 1");
});

Deno.test("where the disk has no room to write it down, the new version is asked to take over all the same", async () => {
  const { before, next } = await two();
  disk.isFull = true;
  equal(await next.tell("insist"), null);
  equal(next.scope.skipped, 1);
  equal(await before.ask("/app/today", "navigate"), "shell of 1");
});

Deno.test("a version that took over is the one that counts, whatever was chosen before", async () => {
  const { next } = await two();
  await next.tell("insist");
  const third = await workerOf("3");
  third.scope.registration.waiting = null;
  await third.activate();
  equal(await third.ask("/app/today", "navigate"), "shell of 3");
  // Another one waits, which nobody has chosen.
  await workerOf("4");
  third.scope.registration.waiting = {};
  equal(await third.ask("/app/today", "navigate"), "shell of 3");
});

Deno.test("what has just taken over is neither mixed with nor dropped by the one before", async () => {
  const { before, next } = await two();
  await next.tell("insist");
  before.scope.registration.waiting = next.scope.registration.waiting = null;
  before.scope.serviceWorker.state = "redundant";
  await before.tell("tidy");
  equal([...disk.all.keys()].sort(), ["app-1", "app-2", "chosen"]);
  equal(await before.ask("/app/today", "navigate"), "shell of 2");
  await next.activate();
  equal([...disk.all.keys()].sort(), ["app-2", "chosen"]);
  equal(await next.ask("/app/today", "navigate"), "shell of 2");
});

Deno.test("who asks whether a version is awake hears which it is", async () => {
  const { before, next } = await two();
  equal([await before.tell("awake"), await next.tell("awake")], ["1", "2"]);
});
