import "./dom.js";
import { insist } from "../../page/update.js";
import { equal } from "../assert.js";
import { standStill } from "./clock.js";

Deno.test("a new version is asked for again until it is there", () => {
  const clock = standStill();
  /** @type {string[]} */
  const heard = [];
  const registration = {
    /** @type {unknown} */
    waiting: { postMessage: (/** @type {{kind: string}} */ { kind }) => heard.push(kind) },
  };
  try {
    insist(/** @type {ServiceWorkerRegistration} */ (registration));
    equal(heard, ["insist"]);
    clock.pass(1_000);
    equal(heard, ["insist", "insist"]);
    registration.waiting = null;
    clock.pass(1_000);
    clock.pass(1_000);
    equal(heard.length, 2);
  } finally {
    clock.goOn();
  }
});
