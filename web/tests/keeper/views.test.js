import { Views } from "../../keeper/views.js";
import { equal } from "../assert.js";

/** @import { Book } from "../../keeper/book.js" */

Deno.test("the next start begins with the list that a tab showed, and not with what was asked beside it", () => {
  const book = /** @type {Book} */ (/** @type {unknown} */ ({
    name: "own",
    queue: { run: (/** @type {() => void} */ paint) => Promise.resolve(paint()) },
    core: {
      said: () => ({ head: '{"version":1,"rows":[],"until":4000000000000}' }),
      need: () => ({ answer: { today: "2026-11-28", tomorrow: "2026-11-29", until: Infinity } }),
    },
  }));
  const views = new Views(book, () => {});
  views.joins("tab", true);
  const look = (/** @type {string} */ subscription, /** @type {"today" | "past"} */ kind) =>
    views.look("tab", { kind: "look", subscription, book: "own", view: { kind }, from: 0, count: 60 });
  look("list", "today");
  look("gather", "past");
  equal(views.toKeep()?.picture.view, { kind: "today" });
  look("list", "past");
  equal(views.toKeep()?.picture.view, { kind: "past" });
  views.end();
});

Deno.test("the next start begins with the list of a tab that asked before its core could answer, also where nothing changed since", () => {
  /** @type {(() => void)[]} */
  const waiting = [];
  const book = /** @type {Book} */ (/** @type {unknown} */ ({
    name: "own",
    queue: { run: (/** @type {() => void} */ turn) => Promise.resolve(waiting.push(turn)) },
    core: {
      said: () => ({ head: '{"version":1,"rows":[{"id":"tea"}],"until":4000000000000}' }),
      need: () => ({ answer: { today: "2026-11-28", tomorrow: "2026-11-29", until: Infinity } }),
    },
  }));
  const views = new Views(book, () => {});
  views.joins("tab", true);
  views.look("tab", { kind: "look", subscription: "list", book: "own", view: { kind: "inbox" }, from: 0, count: 60 });
  equal(views.toKeep(), null);
  for (const turn of waiting) turn();
  const kept = views.toKeep()?.picture;
  equal([kept?.view, kept?.rows.length], [{ kind: "inbox" }, 1]);
  views.end();
});

Deno.test("a list is shown again only where it is another, and everything else whenever something changes", () => {
  let version = 0;
  let rows = "[]";
  const book = /** @type {Book} */ (/** @type {unknown} */ ({
    name: "own",
    isBehind: false,
    queue: { run: (/** @type {() => void} */ paint) => Promise.resolve(paint()) },
    core: {
      said: () => ({ head: `{"version":${version += 1},"rows":${rows},"until":4000000000000}` }),
      need: () => ({ answer: { today: "2026-11-28", tomorrow: "2026-11-29", until: Infinity } }),
    },
  }));
  /** @type {string[]} */
  let shown = [];
  const views = new Views(book, (_, message) => message.kind === "picture" && shown.push(message.subscription));
  views.joins("tab", true);
  const look = (/** @type {string} */ subscription) =>
    views.look("tab", { kind: "look", subscription, book: "own", view: { kind: "today" }, from: 0, count: 60 });
  const news = (/** @type {() => void} */ happens) => {
    shown = [];
    happens();
    return shown;
  };
  equal(news(() => look("list")), ["list"]);
  equal(news(() => look("calendar")), ["calendar"]);
  equal(news(() => views.paintChange()), ["calendar"]);
  rows = "[1]";
  equal(news(() => views.paint()), ["list", "calendar"]);
  equal(news(() => look("list")), ["list"]);
  views.end();
});

Deno.test("what is painted later is waited for by whoever answers", async () => {
  /** @type {(() => void)[]} */
  const queue = [];
  const book = /** @type {Book} */ (/** @type {unknown} */ ({
    name: "own",
    isBehind: true,
    queue: {
      run: (/** @type {() => void} */ paint) => new Promise((done) => queue.push(() => done(paint()))),
    },
    core: {
      said: () => ({ head: '{"version":1,"rows":[],"until":4000000000000}' }),
      need: () => ({ answer: { today: "2026-11-28", tomorrow: "2026-11-29", until: Infinity } }),
    },
  }));
  /** @type {string[]} */
  const told = [];
  const views = new Views(book, (_, message) => told.push(message.kind));
  views.joins("tab", true);
  views.look("tab", { kind: "look", subscription: "list", book: "own", view: { kind: "today" }, from: 0, count: 60 });
  views.paintChange();
  const answered = views.painted.then(() => told.push("done"));
  equal(told, []);
  queue.splice(0).forEach((thing) => thing());
  await answered;
  equal(told.at(-1), "done");
  equal(told.includes("picture"), true);
  views.end();
});

Deno.test("a change is shown behind the frame that its tab paints, or when the tab has gone", async () => {
  let version = 0;
  const book = /** @type {Book} */ (/** @type {unknown} */ ({
    name: "own",
    isBehind: false,
    queue: { run: (/** @type {() => void} */ paint) => Promise.resolve(paint()) },
    core: {
      said: () => ({ head: `{"version":0,"rows":[${version += 1}],"until":4000000000000}` }),
      need: () => ({ answer: { today: "2026-11-28", tomorrow: "2026-11-29", until: Infinity } }),
    },
  }));
  let pictures = 0;
  const views = new Views(book, (_, message) => message.kind === "picture" && (pictures += 1));
  for (const tab of ["one", "other"]) views.joins(tab, true);
  views.look("one", { kind: "look", subscription: "list", book: "own", view: { kind: "today" }, from: 0, count: 60 });
  views.awaitFrame("one");
  views.awaitFrame("other");
  pictures = 0;
  views.paintChange();
  views.paintChange();
  let isPainted = false;
  const painted = views.painted.then(() => isPainted = true);
  views.frameIsPainted("one");
  await null;
  equal([pictures, isPainted], [0, false]);
  views.leaves("other");
  await painted;
  equal(pictures, 1);
  views.paintChange();
  equal(pictures, 2);
  views.end();
});

Deno.test("views that ended draw up nothing any more, also where a frame was waited for, and set no clock", async () => {
  let asked = 0;
  const book = /** @type {Book} */ (/** @type {unknown} */ ({
    name: "own",
    isBehind: false,
    queue: { run: (/** @type {() => void} */ paint) => Promise.resolve(paint()) },
    core: {
      said: () => ({ head: '{"version":1,"rows":[],"until":4000000000000}' }),
      need: () => ({ answer: { count: asked += 1, today: "2026-11-28", until: 4000000000000 } }),
    },
  }));
  const views = new Views(book, () => {});
  views.joins("tab", true);
  views.awaitFrame("tab");
  views.paintChange();
  asked = 0;
  const { painted } = views;
  views.end();
  await painted;
  equal(asked, 0);
});

Deno.test("after a night asleep the day is another, whatever the timer says", () => {
  const real = { now: Date.now, setTimeout: globalThis.setTimeout };
  let [now, drawn] = [1_000_000, 0];
  /** @type {{run: () => void, wait: number} | null} */
  let timer = null;
  Date.now = () => now;
  globalThis.setTimeout = /** @type {typeof setTimeout} */ (/** @type {unknown} */ (
    (/** @type {() => void} */ run, /** @type {number} */ wait) => void (timer = { run, wait })
  ));
  try {
    const book = /** @type {Book} */ (/** @type {unknown} */ ({
      name: "own",
      queue: { run: (/** @type {() => void} */ paint) => Promise.resolve(paint()) },
      core: { need: () => ({ answer: { today: String(drawn += 1), until: 10_000_000 } }) },
    }));
    const views = new Views(book, () => {});
    views.joins("tab", true);
    const next = () => /** @type {{run: () => void, wait: number}} */ (timer);
    for (let turn = 0; turn < 3; turn += 1) {
      equal([drawn, next().wait <= 20_000], [1, true]);
      next().run();
    }
    now = 10_000_001;
    next().run();
    next().run();
    equal(drawn, 2);
    views.end();
  } finally {
    Object.assign(Date, { now: real.now });
    globalThis.setTimeout = real.setTimeout;
  }
});
