import "./dom.js";
import { element } from "../../page/element.js";
import { insist, loadAnew } from "../../page/update.js";
import { equal } from "../assert.js";
import { standStill } from "./clock.js";

/** @typedef {{kind: string}} Message */

let loads = 0;
Object.defineProperty(/** @type {any} */ (globalThis), "location", {
  value: { reload: () => loads += 1 },
  configurable: true,
});

/**
 * @param {string[]} heard  what the two workers are told @param {boolean} answers  whether the one before does
 * @param {(string | null)[]} chosen  what the one that waits answers, each time that it is wanted
 */
function registered(heard, answers, chosen) {
  return {
    active: {
      postMessage(/** @type {Message} */ { kind }, /** @type {MessagePort[]} */ [port]) {
        heard.push(kind);
        if (answers) port.postMessage("1");
        else port.close();
      },
    },
    /** @type {unknown} */
    waiting: {
      postMessage(/** @type {Message} */ { kind }, /** @type {MessagePort[]} */ [port]) {
        heard.push(kind);
        port.postMessage(chosen.shift());
      },
    },
  };
}

/** Messages between ports come in turns of their own. */
const turn = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
  });

/** @param {() => boolean} isSo */
async function until(isSo) {
  while (!isSo()) await turn();
  for (let turns = 0; turns < 10; turns += 1) await turn();
}

/** @param {string} name @param {(clock: ReturnType<typeof standStill>) => Promise<void>} run */
function test(name, run) {
  Deno.test(name, async () => {
    const clock = standStill();
    loads = 0;
    try {
      await run(clock);
    } finally {
      clock.goOn();
    }
  });
}

/** @param {ReturnType<typeof registered>} registration */
const wanted = (registration) =>
  insist(/** @type {ServiceWorkerRegistration} */ (/** @type {unknown} */ (registration)));

test("a new version is asked for once the one before is awake, and loaded though it still waits", async (clock) => {
  /** @type {string[]} */
  const heard = [];
  wanted(registered(heard, true, ["2"]));
  equal(heard, ["awake"]);
  await until(() => heard.length === 2);
  equal([heard, loads], [["awake", "insist"], 0]);
  clock.pass(1_000);
  equal(loads, 1);
});

test("a new version that could not be written down is asked for again until it is there", async (clock) => {
  /** @type {string[]} */
  const heard = [];
  const registration = registered(heard, true, [null, null]);
  wanted(registration);
  await until(() => heard.length === 2);
  clock.pass(1_000);
  await until(() => heard.length === 4);
  registration.waiting = null;
  clock.pass(1_000);
  await until(() => heard.length === 5);
  clock.pass(10_000);
  equal([heard, loads], [["awake", "insist", "awake", "insist", "awake"], 0]);
});

test("a version before that says nothing is waited for a second", async (clock) => {
  /** @type {string[]} */
  const heard = [];
  wanted(registered(heard, false, ["2"]));
  await turn();
  equal(heard, ["awake"]);
  clock.pass(1_000);
  await until(() => heard.length === 2);
  equal(heard, ["awake", "insist"]);
});

test("a version that another tab has chosen waits for who is writing here", (clock) => {
  const field = element("textarea", {});
  field.focus();
  field.value = "Half of a";
  loadAnew();
  clock.pass(60_000);
  equal(loads, 0);
  document.body.focus();
  clock.pass(1_000);
  equal(loads, 1);
  return Promise.resolve();
});
