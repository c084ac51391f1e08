import "./dom.js";
import { equal, ok } from "../assert.js";

Object.assign(globalThis, { CSS: { supports: () => true } });
const { keeper } = await import("../../page/desk.js");
const { Mailbox } = await import("../../page/mailbox.js");
const { momentOf } = await import("../../page/moment.js");
const { Capture } = await import("../../page/parts/capture.js");

/** So long has the machine slept since the page was opened. */
const slept = 11 * 3_600_000;

/** @param {(now: () => number) => Promise<void> | void} run  hears how the clock of events reads */
function afterSleep(run) {
  return async () => {
    const { now, timeOrigin } = performance;
    performance.now = () => 1_000;
    Object.defineProperty(performance, "timeOrigin", { value: Date.now() - slept, configurable: true });
    try {
      await run(performance.now);
    } finally {
      performance.now = now;
      Object.defineProperty(performance, "timeOrigin", { value: timeOrigin, configurable: true });
    }
  };
}

/** @param {number} at @param {number} before */
function isNow(at, before) {
  ok(at >= before && at <= Date.now(), `${new Date(at).toISOString()} is now`);
}

/** @param {Event} event @param {number} timeStamp @param {object} [more] */
function at(event, timeStamp, more = {}) {
  Object.defineProperty(event, "timeStamp", { value: timeStamp });
  return Object.assign(event, more);
}

Deno.test(
  "the moment of a key is that of the key, also where it was handled late",
  afterSleep((now) => {
    const before = Date.now();
    isNow(momentOf(), before);
    isNow(momentOf(now()), before);
    isNow(momentOf(now() - 400) + 400, before);
    // No event is of a moment to come; one that counts from elsewhere was just now.
    isNow(momentOf(Date.now()), before);
  }),
);

Deno.test(
  "what is done and taken back after the machine has slept is of now",
  afterSleep(async () => {
    /** @type {any[]} */
    const heard = [];
    const post = { postMessage: (/** @type {any} */ one) => heard.push(one), terminate() {}, addEventListener() {} };
    const mailbox = new Mailbox();
    mailbox.begin(() => post, () => /** @type {any} */ ({ kind: "hello" }));
    const before = Date.now();
    mailbox.do({ act: "delete", ids: ["a"] });
    mailbox.again("undo");
    await null;
    equal(heard.map(({ kind }) => kind), ["hello", "do", "undo"]);
    for (const one of heard.slice(1)) isNow(one.at, before);
  }),
);

Deno.test(
  "what is written down and pasted after the machine has slept is of now",
  afterSleep(async (now) => {
    /** @type {number[]} */
    const moments = [];
    keeper.do = (_, at = 0) => {
      moments.push(at);
      return Promise.resolve({ kind: "refused", request: 1, code: "disk_full" });
    };
    const capture = new Capture("/app/today", () => ({ kind: "today" }));
    const [field] = capture.node.querySelectorAll("textarea");
    const before = Date.now();
    field.value = "Bread";
    field.dispatchEvent(at(new Event("keydown"), now(), { key: "Enter" }));
    const clipboardData = { getData: () => "Bread\nButter" };
    field.dispatchEvent(at(new Event("paste"), now(), { clipboardData }));
    await null;
    capture.end();
    equal(moments.length, 2);
    for (const moment of moments) isNow(moment, before);
  }),
);
