import * as assert from "../assert.js";
import { Mailbox } from "../../page/mailbox.js";

/** A keeper that only remembers what it was told. */
class Ear extends EventTarget {
  /** @type {any[]} */
  heard = [];
  isOver = false;
  postMessage(/** @type {unknown} */ message) {
    this.heard.push(message);
  }
  terminate() {
    this.isOver = true;
  }
  say(/** @type {unknown} */ message) {
    this.dispatchEvent(new MessageEvent("message", { data: message }));
  }
}

const hello = () => /** @type {any} */ ({ kind: "hello" });
const add = () => /** @type {any} */ ({ act: "add", titles: ["Tea"], place: { kind: "today" } });

Deno.test("an answer finds its request, once", async () => {
  const ear = new Ear();
  const mailbox = new Mailbox();
  mailbox.begin(() => ear, hello);
  const [first, second] = [mailbox.do(add(), 1), mailbox.do(add(), 2)];
  await null;
  const [one, other] = ear.heard.filter(({ kind }) => kind === "do");
  ear.say({ kind: "refused", request: other.request, code: "disk" });
  ear.say({ kind: "done", request: one.request, ids: ["a"], undoable: true });
  assert.equal((await first).kind, "done");
  assert.equal((await second).kind, "refused");
});

Deno.test("what was done is on its way until it is answered, and nothing else is", async () => {
  const ear = new Ear();
  const mailbox = new Mailbox();
  mailbox.begin(() => ear, hello);
  mailbox.sync();
  mailbox.draft("/app/today", null);
  assert.equal(mailbox.isKeeping, false);
  const asked = mailbox.do(add(), 1);
  assert.equal(mailbox.isKeeping, true);
  await null;
  const { request } = ear.heard.find(({ kind }) => kind === "do");
  ear.say({ kind: "refused", request, code: "disk" });
  await asked;
  assert.equal(mailbox.isKeeping, false);
});

Deno.test("after a fall another keeper is told the subscriptions and asked again under the same number", async () => {
  /** @type {Ear[]} */
  const ears = [];
  const mailbox = new Mailbox();
  mailbox.begin(() => (ears.push(new Ear()), ears[ears.length - 1]), hello);
  mailbox.look("list", { kind: "today" }, 0, 60, () => {});
  const asked = mailbox.do(add(), 1);
  await null;
  const before = ears[0].heard.find(({ kind }) => kind === "do");
  ears[0].say({ kind: "fell", code: "trap" });
  await new Promise((next) => setTimeout(next, 20));
  assert.ok(ears[0].isOver);
  assert.equal(ears[1].heard.map(({ kind }) => kind), ["hello", "look", "do"]);
  assert.equal(ears[1].heard[2], before);
  ears[1].say({ kind: "done", request: before.request, ids: [], undoable: true });
  assert.equal((await asked).kind, "done");
});

Deno.test("what the keeper is asked is said behind what the page does, in its order", async () => {
  const ear = new Ear();
  const mailbox = new Mailbox();
  mailbox.begin(() => ear, hello);
  mailbox.do(add(), 1);
  mailbox.draft("/app/today", null);
  const kinds = () => ear.heard.map(({ kind }) => kind);
  assert.equal(kinds(), ["hello"]);
  queueMicrotask(() => mailbox.visible(true));
  await null;
  assert.equal(kinds(), ["hello", "do", "draft"]);
  await null;
  assert.equal(kinds(), ["hello", "do", "draft", "visible"]);
});

Deno.test("what the keeper says waits for the frame behind that of a key, and for none that does not come", () => {
  /** @type {(() => void)[]} */
  let frames = [];
  const page = /** @type {any} */ (globalThis);
  page.requestAnimationFrame = (/** @type {() => void} */ draw) => frames.push(draw);
  const paint = () => frames.splice(0).forEach((draw) => draw());
  const clock = page.setTimeout;
  /** @type {() => void} */
  let isLate = () => {};
  page.document = { hidden: false };
  try {
    const ear = new Ear();
    const mailbox = new Mailbox();
    mailbox.begin(() => ear, hello);
    /** @type {unknown[]} */
    const told = [];
    mailbox.on("outline", (message) => told.push(/** @type {any} */ (message).counts));
    const say = (/** @type {number} */ counts) => ear.say({ kind: "outline", counts });
    mailbox.paintFirst();
    say(1);
    paint();
    say(2);
    assert.equal(told, []);
    paint();
    assert.equal(told, [1, 2]);
    say(3);
    assert.equal(told, [1, 2, 3]);
    page.setTimeout = (/** @type {() => void} */ end) => isLate = end;
    mailbox.paintFirst();
    say(4);
    isLate();
    assert.equal(told, [1, 2, 3, 4]);
    page.document.hidden = true;
    mailbox.paintFirst();
    say(5);
    assert.equal(told, [1, 2, 3, 4, 5]);
    // The frames of then end nothing of now.
    page.document.hidden = false;
    mailbox.paintFirst();
    const others = frames.splice(1);
    paint();
    paint();
    say(6);
    assert.equal(told.length, 5);
    frames = others;
    paint();
    paint();
    assert.equal(told.length, 6);
  } finally {
    page.setTimeout = clock;
    delete page.document;
    delete page.requestAnimationFrame;
  }
});

Deno.test("the keeper is told behind the frame of a key that it is painted, by whom it was told that it would be", async () => {
  /** @type {(() => void)[]} */
  const frames = [];
  /** @type {(() => void)[]} */
  const later = [];
  const page = /** @type {any} */ (globalThis);
  const clock = page.setTimeout;
  page.requestAnimationFrame = (/** @type {() => void} */ draw) => frames.push(draw);
  page.setTimeout = (/** @type {() => void} */ run, wait = 0) => wait === 0 && later.push(run);
  page.document = { hidden: false };
  const paint = () => frames.splice(0).forEach((draw) => draw());
  try {
    const ear = new Ear();
    const mailbox = new Mailbox();
    mailbox.begin(() => ear, hello);
    const said = async () => {
      await null;
      return ear.heard.splice(0).map(({ kind, paintsFirst = false }) => paintsFirst ? `${kind}, paints first` : kind);
    };
    mailbox.do(add(), 1);
    assert.equal(await said(), ["hello", "do"]);
    mailbox.paintFirst();
    mailbox.do(add(), 1);
    mailbox.paintFirst();
    mailbox.do(add(), 1);
    assert.equal(await said(), ["do, paints first", "do, paints first"]);
    paint();
    assert.equal(await said(), []);
    later.splice(0).forEach((run) => run());
    assert.equal(await said(), ["painted"]);
    // Nobody would say of this one that it is painted.
    mailbox.paintFirst();
    mailbox.do(add(), 1);
    assert.equal(await said(), ["do"]);
    paint();
    assert.equal(await said(), []);
    mailbox.paintFirst();
    mailbox.do(add(), 1);
    paint();
    paint();
    assert.equal(await said(), ["do, paints first", "painted"]);
    later.splice(0).forEach((run) => run());
    assert.equal(await said(), []);
  } finally {
    page.setTimeout = clock;
    delete page.document;
    delete page.requestAnimationFrame;
  }
});

Deno.test("what cannot be drawn keeps nothing behind it from being heard", async () => {
  const page = /** @type {any} */ (globalThis);
  const { reportError, setTimeout } = page;
  /** @type {() => void} */
  let paint = () => {};
  /** @type {unknown[]} */
  const reported = [];
  Object.assign(page, {
    document: { hidden: false },
    requestAnimationFrame: () => {},
    reportError: (/** @type {unknown} */ error) => reported.push(error),
    setTimeout: (/** @type {() => void} */ end) => paint = end,
  });
  try {
    const ear = new Ear();
    const mailbox = new Mailbox();
    mailbox.begin(() => ear, hello);
    mailbox.on("outline", () => {
      throw new Error("cannot be drawn");
    });
    const asked = mailbox.do(add(), 1);
    mailbox.paintFirst();
    await null;
    const [{ request }] = ear.heard.filter(({ kind }) => kind === "do");
    ear.say({ kind: "outline", counts: 1 });
    ear.say({ kind: "refused", request, code: "disk" });
    paint();
    assert.equal((await asked).kind, "refused");
    assert.equal(reported.length, 1);
  } finally {
    Object.assign(page, { reportError, setTimeout });
    delete page.document;
    delete page.requestAnimationFrame;
  }
});

Deno.test("a picture of a view that a subscription has left is not shown", () => {
  const ear = new Ear();
  const mailbox = new Mailbox();
  mailbox.begin(() => ear, hello);
  /** @type {string[]} */
  const shown = [];
  mailbox.look("list", { kind: "today" }, 0, 60, () => shown.push("today"));
  mailbox.look("list", { kind: "list", id: "a" }, 0, 60, () => shown.push("a"));
  ear.say({ kind: "picture", subscription: "list", view: { kind: "today" } });
  ear.say({ kind: "picture", subscription: "list", view: { kind: "list", id: "b" } });
  ear.say({ kind: "picture", subscription: "list", view: { kind: "list", id: "a" } });
  mailbox.leave("list");
  ear.say({ kind: "picture", subscription: "list", view: { kind: "list", id: "a" } });
  assert.equal(shown, ["a"]);
});
