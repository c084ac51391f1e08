import "./dom.js";
import { insist } from "../../page/update.js";
import { equal } from "../assert.js";
import { standStill } from "./clock.js";

/** @typedef {{kind: string}} Message */

/** @param {string[]} heard  what the two workers are told @param {boolean} answers  whether the one before does */
function registered(heard, answers) {
  return {
    active: {
      postMessage(/** @type {Message} */ { kind }, /** @type {MessagePort[]} */ [port]) {
        heard.push(kind);
        if (answers) port.postMessage(null);
        else port.close();
      },
    },
    /** @type {unknown} */
    waiting: { postMessage: (/** @type {Message} */ { kind }) => heard.push(kind) },
  };
}

/** Messages between ports come in turns of their own. */
const turn = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(port1.close());
    port2.postMessage(null);
  });

Deno.test("a new version is asked for once the one before is awake, and again until it is there", async () => {
  const clock = standStill();
  /** @type {string[]} */
  const heard = [];
  const registration = registered(heard, true);
  try {
    insist(/** @type {ServiceWorkerRegistration} */ (/** @type {unknown} */ (registration)));
    equal(heard, ["awake"]);
    while (heard.length < 2) await turn();
    clock.pass(1_000);
    while (heard.length < 4) await turn();
    registration.waiting = null;
    clock.pass(1_000);
    while (heard.length < 5) await turn();
    await turn();
    equal(heard, ["awake", "insist", "awake", "insist", "awake"]);
  } finally {
    clock.goOn();
  }
});

Deno.test("a version before that says nothing is waited for a second", async () => {
  const clock = standStill();
  /** @type {string[]} */
  const heard = [];
  try {
    insist(/** @type {ServiceWorkerRegistration} */ (/** @type {unknown} */ (registered(heard, false))));
    await turn();
    equal(heard, ["awake"]);
    clock.pass(1_000);
    await turn();
    equal(heard, ["awake", "insist"]);
  } finally {
    clock.goOn();
  }
});
