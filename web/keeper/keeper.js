/**
 * The worker of one tab. One of all keepers leads; the others pass on to it what their pages say, and take the lead
 * where it does not answer.
 *
 * @import { Again, Do, Hello, Look, ToKeeper, ToPage } from "../types/messages.js"
 * @import { Leader, ToLeader } from "./leader.js"
 */
import { LeaderLock, live, whenGone } from "./leader-lock.js";
import { becomeLeader } from "./leader.js";
import { NotLeader, OlderApp, Store } from "./store.js";
import { Undoing } from "./undoing.js";

/** From tab to tab.
 * @typedef {{to: string, from: string, message: ToLeader | ToPage | {kind: "heard" | "leads"}}} Letter */

const leader = "leader";
const everybody = "everybody";
/** Tabs of an earlier version write to this name, in other words. They are told to load the page again. */
const olderLeader = "office";
/** How long the leader may take to say that it heard; longer while it begins and reads everything. */
const patience = 1_500;
const patienceAtStart = 10_000;
const patienceWithoutLocks = 300;
/** So often a tab that is seen makes sure that there is a leader. */
const pingEvery = 5_000;

class Keeper {
  /** @type {Hello | null} */
  #hello = null;
  /** @type {Map<string, Look>} */
  #looks = new Map();
  /** Requests without an answer, in their order. @type {Map<number, ToLeader>} */
  #open = new Map();
  #undoing = new Undoing();
  /** What was done or taken back here and has not gone out yet. @type {(Do | Again)[]} */
  #later = [];
  /** @type {Leader | null} */
  #leader = null;
  #channel = new BroadcastChannel("daybook");
  #lock = new LeaderLock({ won: () => this.#lead(), lost: () => this.#resign() });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #deadline;
  #leads = false;
  /** How often this keeper has led. */
  #turn = 0;
  /** The tab that leads, as far as it is another. One that led before is not listened to. */
  #leaderTab = "";

  constructor() {
    let heard = Promise.resolve();
    self.addEventListener("message", (event) => heard = heard.then(() => this.#hear(event.data)));
    this.#channel.addEventListener("message", (event) => this.#read(event.data));
    setInterval(() => this.#hello?.visible && !this.#leads && this.#send({ kind: "ping" }), pingEvery);
    // Whatever nobody foresaw ends this keeper; the next one reads the disk.
    self.addEventListener("unhandledrejection", ({ reason }) => reason instanceof NotLeader || this.#fall("fell"));
  }

  get #tab() {
    return this.#hello?.tab ?? "";
  }

  /** What the page says. @param {ToKeeper} message */
  async #hear(message) {
    if (message.kind === "hello") {
      await live(message.tab);
      this.#hello = message;
      this.#lock.wait();
      if (!navigator.locks) this.#wait(patienceWithoutLocks);
      this.#showKept();
    }
    if (!this.#hello) return;
    if (message.kind === "visible") this.#hello.visible = message.visible;
    if (message.kind === "look") this.#looks.set(message.subscription, message);
    if (message.kind === "leave") this.#looks.delete(message.subscription);
    if (!("request" in message)) return this.#send(message);
    if (message.kind === "do" || message.kind === "undo" || message.kind === "redo") {
      this.#later.push(message);
      return this.#goOn();
    }
    this.#open.set(message.request, message);
    this.#send(message);
  }

  /** Gestures go out one after the other. One that takes back waits for the answers of those before it, which say what
   * was done last. */
  #goOn() {
    while (this.#later.length > 0) {
      if (this.#later[0].kind !== "do" && this.#undoing.isAsking) return;
      const message = /** @type {Do | Again} */ (this.#later.shift());
      if (message.kind === "do") this.#undoing.begins(message);
      const request = message.kind === "do" ? message : this.#undoing.ask(message);
      if ("code" in request) {
        self.postMessage(request);
        continue;
      }
      this.#open.set(request.request, request);
      this.#send(request);
    }
  }

  /** @param {ToLeader} message */
  #send(message) {
    if (this.#leader) return this.#leader.hear(this.#tab, message);
    if (this.#leads) return;
    this.#post(leader, message);
    this.#deadline ??= setTimeout(() => this.#takeLead(), patience);
  }

  /** @param {string} to @param {Letter["message"]} message */
  #post(to, message) {
    this.#channel.postMessage(/** @type {Letter} */ ({ to, from: this.#tab, message }));
  }

  /** What another tab says. @param {Letter} letter */
  #read({ to, from, message }) {
    if (to === leader && this.#leads) {
      this.#post(from, { kind: "heard" });
      if (message.kind === "hello") whenGone(from, () => this.#leader?.hear(from, { kind: "gone" }));
      this.#leader?.hear(from, /** @type {ToLeader} */ (message));
    } else if (to === olderLeader && this.#leads) {
      this.#post(from, { kind: "heard" });
      if (message.kind === "hello") this.#post(from, { kind: "event", name: "olderApp" });
    } else if (to === everybody && message.kind === "leads") {
      this.#leaderTab = from;
      if (this.#leads) return this.#resign();
      this.#begin();
      this.#wait(patienceAtStart);
    } else if (to === this.#tab && to !== "" && !this.#leads && (this.#leaderTab || from) === from) {
      this.#leaderTab = from;
      clearTimeout(this.#deadline);
      this.#deadline = undefined;
      if (message.kind !== "heard") this.#show(/** @type {ToPage} */ (message));
    }
  }

  /** @param {number} milliseconds */
  #wait(milliseconds) {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#takeLead(), milliseconds);
  }

  /** Tells the leader everything from the beginning. */
  #begin() {
    if (!this.#hello) return;
    this.#send(this.#hello);
    for (const look of this.#looks.values()) this.#send(look);
    for (const message of this.#open.values()) this.#send(message);
  }

  #takeLead() {
    this.#deadline = undefined;
    if (!this.#leads) this.#lock.take();
  }

  async #lead() {
    if (!this.#hello) return;
    this.#leads = true;
    this.#leaderTab = "";
    const turn = this.#turn += 1;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#post(everybody, { kind: "leads" });
    try {
      /** @type {(tab: string, message: ToPage) => void} */
      const say = (tab, message) => tab === this.#tab ? this.#show(message) : this.#post(tab, message);
      const opened = await becomeLeader(this.#hello, say, () => this.#resign());
      if (!this.#leads || this.#turn !== turn) return opened.end();
      this.#leader = opened;
      opened.book.store.onNewer = () => this.#fall("older_app");
      this.#begin();
      this.#post(everybody, { kind: "leads" });
    } catch (error) {
      this.#fall(error instanceof OlderApp ? "older_app" : "not_ready");
      throw error;
    }
  }

  /** Another keeper leads. */
  #resign() {
    if (!this.#leads) return;
    this.#leads = false;
    this.#leader?.end();
    this.#leader = null;
    this.#lock.resign();
    this.#begin();
  }

  /** @param {string} code */
  #fall(code) {
    if (code === "older_app") self.postMessage({ kind: "event", name: "olderApp" });
    else self.postMessage({ kind: "fell", code });
  }

  /** @param {ToPage} message */
  #show(message) {
    if (message.kind === "done" || message.kind === "refused") {
      // An answer to a request that was asked twice comes twice.
      if (!this.#open.delete(message.request)) return;
      self.postMessage(this.#undoing.answered(message));
      this.#goOn();
    } else if (message.kind === "standing") {
      self.postMessage({ ...message, leads: this.#leads });
    } else self.postMessage(message);
  }

  /** The screen as it was, until the core is there. */
  async #showKept() {
    const store = await Store.open().catch(() => null);
    self.postMessage({ kind: "drafts", drafts: await store?.drafts().catch(() => null) ?? {} });
    const kept = /** @type {import("./views.js").Kept | undefined} */ (await store?.picture("last"));
    store?.close();
    if (!kept || this.#leader) return;
    self.postMessage({ ...kept.outline, fromDisk: true });
    for (const [subscription, { view, from }] of this.#looks) {
      if (from === 0 && JSON.stringify(view) === JSON.stringify(kept.picture.view)) {
        self.postMessage({ ...kept.picture, subscription, fromDisk: true });
      }
    }
  }
}

new Keeper();
