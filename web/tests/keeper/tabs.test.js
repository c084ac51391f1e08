import { equal, ok } from "../assert.js";
import { Browser } from "./browser.js";

const tabs = async (/** @type {Browser} */ browser, /** @type {string[]} */ ...names) => {
  const opened = [];
  for (const name of names) opened.push(await browser.tab(name));
  return opened;
};

Deno.test("of several tabs one leads, and each page has its own answers, once", async () => {
  const browser = new Browser();
  const [one, other, third] = await tabs(browser, "one", "other", "third");
  equal(browser.leaders, ["one"]);
  await other.do();
  await one.do();
  await third.do();
  await other.do();
  equal(browser.disk, ["other 1", "one 1", "third 1", "other 2"]);
  equal([one.answers, other.answers, third.answers], [[1], [1, 2], [1]]);
  // Who hears the leader takes nothing from it.
  await browser.pass(60_000);
  equal(browser.leaders, ["one"]);
});

Deno.test("when the leader's tab is closed the next one leads, and what was not answered is done once", async () => {
  const browser = new Browser();
  const [one, other, third] = await tabs(browser, "one", "other", "third");
  one.isSilent = true;
  await third.do();
  equal(third.answers, []);
  await one.close();
  equal(browser.leaders, ["other"]);
  equal(third.answers, [1]);
  equal(browser.disk, ["third 1"]);
  ok(other.heard.some(({ from, message }) => from === "third" && message.kind === "hello"), "the third tab said hello");
});

Deno.test("a leader learns that a tab is gone", async () => {
  const browser = new Browser();
  const [one, other] = await tabs(browser, "one", "other");
  await other.close();
  equal(one.heard.at(-1), { from: "other", message: { kind: "gone" } });
});

Deno.test("from a leader that hangs another takes the lead within 1.5 seconds", async () => {
  const browser = new Browser();
  const [one, other] = await tabs(browser, "one", "other");
  one.hang();
  await other.do();
  await browser.pass(1_400);
  equal(other.leads, false);
  equal(other.answers, []);
  await browser.pass(200);
  equal(other.leads, true);
  equal(other.answers, [1]);
});

Deno.test("a leader that hung and wakes up passes on to the next, also what its page said meanwhile", async () => {
  const browser = new Browser();
  const [one, other, third] = await tabs(browser, "one", "other", "third");
  one.hang();
  await one.do();
  await other.do();
  await browser.pass(2_000);
  const leader = browser.tabs.find((tab) => tab.leads && tab !== one);
  await one.wake();
  await browser.pass(2_000);
  equal(browser.leaders, [leader?.name]);
  await third.do();
  await one.do();
  equal([one.answers, other.answers, third.answers], [[1, 2], [1], [1]]);
  equal(new Set(browser.disk).size, browser.disk.length);
});

Deno.test("a tab that is seen makes sure that there is a leader, and a hidden one waits", async () => {
  const browser = new Browser();
  const [one, other] = await tabs(browser, "one", "other");
  const hidden = await browser.tab("hidden", { visible: false });
  await other.say({ kind: "visible", visible: false });
  one.hang();
  await browser.pass(60_000);
  equal(browser.leaders, ["one"]);
  await hidden.say({ kind: "visible", visible: true });
  await browser.pass(1_600);
  ok(hidden.leads, "the tab that is seen leads");
});

Deno.test("without locks the first tab leads after a moment, and of two leaders the later one", async () => {
  const browser = new Browser({ hasLocks: false });
  const one = await browser.tab("one");
  equal(browser.leaders, []);
  await browser.pass(400);
  equal(browser.leaders, ["one"]);
  const other = await browser.tab("other");
  await browser.pass(2_000);
  equal(browser.leaders, ["one"]);
  one.hang();
  await other.do();
  await browser.pass(2_000);
  await one.wake();
  await browser.pass(2_000);
  equal(browser.leaders, ["other"]);
  await one.do();
  equal([one.answers, other.answers], [[1], [1]]);
});

Deno.test("a tab of an earlier version is told to load the page again, and takes nothing from the leader", async () => {
  const browser = new Browser();
  const [one] = await tabs(browser, "one");
  const earlier = await browser.tab("earlier");
  /** @type {unknown[]} */
  const heard = [];
  earlier.keeper.channel.addEventListener("message", (/** @type {MessageEvent} */ { data }) => {
    if (data.to === "earlier") heard.push(data.message);
  });
  earlier.post({ to: "office", from: "earlier", message: { kind: "hello", tab: "earlier" } });
  earlier.post({ to: "office", from: "earlier", message: { kind: "do", wish: 1, at: 0 } });
  await browser.pass(10);
  equal(heard, [{ kind: "heard" }, { kind: "event", name: "olderApp" }, { kind: "heard" }]);
  equal(one.heard.filter(({ message }) => message.kind === "do"), []);
});

Deno.test("what a former leader answers late is not listened to", async () => {
  const browser = new Browser();
  const [one, other, third] = await tabs(browser, "one", "other", "third");
  one.hang();
  third.hang();
  await other.do();
  await browser.pass(1_600);
  other.isSilent = true;
  await third.wake();
  await third.do();
  one.post({ to: "third", from: "one", message: { kind: "done", request: 1, ids: [], undoable: false } });
  await browser.pass(10);
  equal([browser.leaders.includes("other"), third.answers], [true, []]);
});

Deno.test("what is said again, or had to wait, makes no leader wait for a frame that is painted since", async () => {
  const browser = new Browser();
  const [one, other] = await tabs(browser, "one", "other");
  const told = (/** @type {typeof one} */ leader) =>
    leader.heard.flatMap(({ message }) =>
      message.kind === "do" ? [[message.request, message.paintsFirst ?? false]] : []
    );
  one.isSilent = true;
  await other.do({ paintsFirst: true });
  await other.undo();
  await other.do({ paintsFirst: true });
  equal(told(one), [[1, true]]);
  await one.close();
  equal(told(other), [[1, false], [3, false]]);
  equal(other.answers, [1, 3]);
});

Deno.test("what the disk had of the last screen is shown no more once the leader has shown how it is", async () => {
  const browser = new Browser();
  const [one] = await tabs(browser, "one");
  /** @typedef {import("../../types/messages.js").Picture} Picture */
  /** @param {Partial<Picture>} more */
  const picture = (
    more,
  ) => /** @type {Picture} */ (/** @type {unknown} */ ({
    kind: "picture",
    subscription: "list",
    view: { kind: "today" },
    ...more,
  }));
  one.paints = () => picture({ fromDisk: false, total: 2 });
  const kept = /** @type {any} */ ({ outline: { kind: "outline" }, picture: picture({ fromDisk: true, total: 1 }) });
  /** @type {(screen: {drafts: {}, kept: any}) => void} */
  let read = () => {};
  browser.lastScreen = () => new Promise((resolve) => read = resolve);
  const look = /** @type {const} */ ({ kind: "look", subscription: "list", book: "own", from: 0, count: 10 });
  const shown = async (/** @type {boolean} */ isLate) => {
    const other = await browser.tab(isLate ? "late" : "early");
    if (!isLate) read({ drafts: {}, kept });
    await other.say({ ...look, view: { kind: "today" } });
    read({ drafts: {}, kept });
    await other.say({ kind: "visible", visible: true });
    return other.shown.flatMap((message) => message.kind === "picture" ? [message.total] : []);
  };
  equal(await shown(true), [2]);
  equal((await shown(false)).at(-1), 2);
});

Deno.test("a pairing that another leader waited for is over, and each page hears of it once", async () => {
  const browser = new Browser();
  const [one, other, third] = await tabs(browser, "one", "other", "third");
  const over = () =>
    [one, other, third].map(({ shown }) =>
      shown.filter((message) => message.kind === "event" && message.name === "pairingOver").length
    );
  await browser.pass(60_000);
  equal(over(), [0, 0, 0]);
  await one.close();
  equal(browser.leaders, ["other"]);
  await browser.pass(10_000);
  equal(over(), [0, 1, 1]);
  // A new tab has nothing that could be over.
  const late = await browser.tab("late");
  equal(late.shown.some((message) => message.kind === "event"), false);
  // One that hung has dropped what it waited for as well.
  other.hang();
  await third.do();
  await browser.pass(2_000);
  await other.wake();
  await browser.pass(2_000);
  equal(over(), [0, 2, 2]);
});
