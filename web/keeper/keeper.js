/**
 * The worker of one tab. If it has the turn it is the office for all tabs; otherwise it passes on what its page says to
 * the tab that has, and takes the turn where that one does not answer.
 *
 * @import { Again, Do, Hello, Look, ToKeeper, ToPage } from "../types/messages.js"
 * @import { Office, ToOffice } from "./office.js"
 */
import { Election, live, whenGone } from "./election.js";
import { openOffice } from "./office.js";
import { NotMyTurn, OlderApp, Store } from "./store.js";
import { Undoing } from "./undoing.js";

/** From tab to tab.
 * @typedef {{to: string, from: string, message: ToOffice | ToPage | {kind: "heard" | "leads"}}} Letter */

const office = "office";
const everybody = "everybody";
/** How long whoever has the turn may take to say that it heard; longer while it begins and reads everything. */
const patience = 1_500;
const patienceAtStart = 10_000;
const patienceWithoutLocks = 300;
/** A tab that is seen makes sure so often that there is somebody. */
const glance = 5_000;

class Keeper {
  /** @type {Hello | null} */
  #hello = null;
  /** @type {Map<string, Look>} */
  #looks = new Map();
  /** Wishes without an answer, in their order. @type {Map<number, ToOffice>} */
  #open = new Map();
  #undoing = new Undoing();
  /** What was done or taken back here and has not gone out yet. @type {(Do | Again)[]} */
  #later = [];
  /** @type {Office | null} */
  #office = null;
  #channel = new BroadcastChannel("daybook");
  #election = new Election({ won: () => this.#lead(), lost: () => this.#resign() });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #deadline;
  #leads = false;
  /** How often it had the turn. */
  #turn = 0;
  /** The tab whose turn it is, as far as it is another; who had it before is not listened to. */
  #leader = "";

  constructor() {
    let heard = Promise.resolve();
    self.addEventListener("message", (event) => heard = heard.then(() => this.#hear(event.data)));
    this.#channel.addEventListener("message", (event) => this.#read(event.data));
    setInterval(() => this.#hello?.visible && !this.#leads && this.#send({ kind: "ping" }), glance);
    // Whatever nobody foresaw ends this keeper; the next one reads the disk.
    self.addEventListener("unhandledrejection", ({ reason }) => reason instanceof NotMyTurn || this.#fall("fell"));
  }

  get #tab() {
    return this.#hello?.tab ?? "";
  }

  /** What the page says. @param {ToKeeper} message */
  async #hear(message) {
    if (message.kind === "hello") {
      await live(message.tab);
      this.#hello = message;
      this.#election.stand();
      if (!navigator.locks) this.#wait(patienceWithoutLocks);
      this.#showKept();
    }
    if (!this.#hello) return;
    if (message.kind === "visible") this.#hello.visible = message.visible;
    if (message.kind === "look") this.#looks.set(message.seat, message);
    if (message.kind === "leave") this.#looks.delete(message.seat);
    if (!("wish" in message)) return this.#send(message);
    if (message.kind === "do" || message.kind === "undo" || message.kind === "redo") {
      this.#later.push(message);
      return this.#goOn();
    }
    this.#open.set(message.wish, message);
    this.#send(message);
  }

  /** Gestures go out one after the other. One that takes back waits for the answers of those before it, which say what
   * was done last. */
  #goOn() {
    while (this.#later.length > 0) {
      if (this.#later[0].kind !== "do" && this.#undoing.isAsking) return;
      const message = /** @type {Do | Again} */ (this.#later.shift());
      if (message.kind === "do") this.#undoing.begins(message);
      const wish = message.kind === "do" ? message : this.#undoing.ask(message);
      if ("code" in wish) {
        self.postMessage(wish);
        continue;
      }
      this.#open.set(wish.wish, wish);
      this.#send(wish);
    }
  }

  /** @param {ToOffice} message */
  #send(message) {
    if (this.#office) return this.#office.hear(this.#tab, message);
    if (this.#leads) return;
    this.#post(office, message);
    this.#deadline ??= setTimeout(() => this.#takeTurn(), patience);
  }

  /** @param {string} to @param {Letter["message"]} message */
  #post(to, message) {
    this.#channel.postMessage(/** @type {Letter} */ ({ to, from: this.#tab, message }));
  }

  /** What another tab says. @param {Letter} letter */
  #read({ to, from, message }) {
    if (to === office && this.#leads) {
      this.#post(from, { kind: "heard" });
      if (message.kind === "hello") whenGone(from, () => this.#office?.hear(from, { kind: "gone" }));
      this.#office?.hear(from, /** @type {ToOffice} */ (message));
    } else if (to === everybody && message.kind === "leads") {
      this.#leader = from;
      if (this.#leads) return this.#resign();
      this.#begin();
      this.#wait(patienceAtStart);
    } else if (to === this.#tab && to !== "" && !this.#leads && (this.#leader || from) === from) {
      this.#leader = from;
      clearTimeout(this.#deadline);
      this.#deadline = undefined;
      if (message.kind !== "heard") this.#show(/** @type {ToPage} */ (message));
    }
  }

  /** @param {number} milliseconds */
  #wait(milliseconds) {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#takeTurn(), milliseconds);
  }

  /** Tells who has the turn everything from the beginning. */
  #begin() {
    if (!this.#hello) return;
    this.#send(this.#hello);
    for (const look of this.#looks.values()) this.#send(look);
    for (const message of this.#open.values()) this.#send(message);
  }

  #takeTurn() {
    this.#deadline = undefined;
    if (!this.#leads) this.#election.take();
  }

  async #lead() {
    if (!this.#hello) return;
    this.#leads = true;
    this.#leader = "";
    const turn = this.#turn += 1;
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
    this.#post(everybody, { kind: "leads" });
    try {
      /** @type {(tab: string, message: ToPage) => void} */
      const say = (tab, message) => tab === this.#tab ? this.#show(message) : this.#post(tab, message);
      const opened = await openOffice(this.#hello, say, () => this.#resign());
      if (!this.#leads || this.#turn !== turn) return opened.end();
      this.#office = opened;
      opened.book.store.onNewer = () => this.#fall("older_app");
      this.#begin();
      this.#post(everybody, { kind: "leads" });
    } catch (error) {
      this.#fall(error instanceof OlderApp ? "older_app" : "not_ready");
      throw error;
    }
  }

  /** Another has the turn. */
  #resign() {
    if (!this.#leads) return;
    this.#leads = false;
    this.#office?.end();
    this.#office = null;
    this.#election.resign();
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
      // An answer to a wish that was asked twice comes twice.
      if (!this.#open.delete(message.wish)) return;
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
    if (!kept || this.#office) return;
    self.postMessage({ ...kept.outline, fromDisk: true });
    for (const [seat, { view, from }] of this.#looks) {
      if (from === 0 && JSON.stringify(view) === JSON.stringify(kept.picture.view)) {
        self.postMessage({ ...kept.picture, seat, fromDisk: true });
      }
    }
  }
}

new Keeper();
