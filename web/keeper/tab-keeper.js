/**
 * The keeper of one tab. One of all keepers leads; the others pass on to it what their pages say, and take the lead
 * where it does not answer. What it needs of a browser is handed to it, so that tests need none.
 *
 * @import { Again, Do, Hello, Look, ToKeeper, ToPage } from "../types/messages.js"
 * @import { LastScreen } from "./last-screen.js"
 * @import { Leader, Say, ToLeader } from "./leader.js"
 * @import { Locks } from "./leader-lock.js"
 * @import { Clock } from "./clock.js"
 */
import { holdTab, LeaderLock, whenGone } from "./leader-lock.js";
import { OlderApp } from "./store.js";
import { Undoing } from "./undoing.js";

/**
 * @typedef {object} Surroundings
 * @property {(message: ToPage) => void} show  to the page of this tab
 * @property {Pick<BroadcastChannel, "postMessage" | "addEventListener">} channel  to the keepers of all other tabs
 * @property {Locks | null} locks  null without HTTPS
 * @property {Clock} clock
 * @property {(hello: Hello, say: Say, leadLost: () => void, newer: () => void) => Promise<Leading>} lead
 * @property {() => Promise<LastScreen>} lastScreen  as the disk has it
 *
 * @typedef {Pick<Leader, "hear" | "renew" | "end">} Leading
 */

/**
 * From tab to tab.
 * @typedef {{to: string, from: string, message: ToLeader | ToPage | {kind: "heard" | "leads"}}} Letter
 */

const leader = "leader";
const allTabs = "everybody";
/** Tabs of an earlier version write to this name, in other words. They are told to load the page again. */
const olderLeader = "office";
/** How long the leader may take to say that it heard; longer while it begins and reads everything. */
const patience = 1_500;
const patienceAtStart = 10_000;
const patienceWithoutLocks = 300;
/** So often a tab that is seen makes sure that there is a leader. */
const pingEvery = 5_000;

export class TabKeeper {
  /** @type {Hello | null} */
  #hello = null;
  /** @type {Map<string, Look>} */
  #looks = new Map();
  /** Requests without an answer, in their order. @type {Map<number, ToLeader>} */
  #open = new Map();
  #undoing = new Undoing();
  /** What was done or taken back here and has not gone out yet. @type {(Do | Again)[]} */
  #later = [];
  /** @type {Leading | null} */
  #leader = null;
  /** Stops the wait for the leader's answer, while there is one. @type {(() => void) | null} */
  #stopWaiting = null;
  #leads = false;
  /** Whether a leader has shown how anything is now. */
  #isShown = false;
  /** How often this keeper has led. */
  #turn = 0;
  /** The tab that leads, as far as it is another. One that led before is not listened to. */
  #leaderTab = "";

  #heard = Promise.resolve();

  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    const { show, channel, locks, clock, lead, lastScreen } = surroundings;
    this.show = show;
    this.channel = channel;
    this.locks = locks;
    this.clock = clock;
    this.lead = lead;
    this.lastScreen = lastScreen;
    this.lock = new LeaderLock(locks, { won: () => this.#lead(), lost: () => this.#resign() });
    channel.addEventListener("message", (event) => this.#read(event.data));
    clock.every(pingEvery, () => this.#hello?.visible && !this.#leads && this.#send({ kind: "ping" }));
  }

  /** What the page says, one after the other. @param {ToKeeper} message */
  hear(message) {
    return this.#heard = this.#heard.then(() => this.#hear(message));
  }

  /** The network may be another one now. */
  renew() {
    this.#leader?.renew();
  }

  /** Ends this keeper, and says why: the page starts another, which reads the disk. @param {string} code */
  fall(code) {
    if (code === "older_app") this.show({ kind: "event", name: "olderApp" });
    else this.show({ kind: "fell", code });
  }

  get #tab() {
    return this.#hello?.tab ?? "";
  }

  /** @param {ToKeeper} message */
  async #hear(message) {
    if (message.kind === "hello") {
      await holdTab(this.locks, message.tab);
      this.#hello = message;
      this.lock.wait();
      if (!this.locks) this.#wait(patienceWithoutLocks);
      this.#showLastScreen();
    }
    if (!this.#hello) return;
    if (message.kind === "visible") this.#hello.visible = message.visible;
    if (message.kind === "look") this.#looks.set(message.subscription, message);
    if (message.kind === "leave") this.#looks.delete(message.subscription);
    if (!("request" in message)) return this.#send(message);
    if (message.kind === "do" || message.kind === "undo" || message.kind === "redo") {
      this.#later.push(message);
      this.#goOn();
      this.#later = this.#later.map(paintedSince);
      return;
    }
    this.#open.set(message.request, message);
    this.#send(message);
  }

  /**
   * Gestures go out one after the other. An undo waits for the answers to those before it, which say what was done last.
   */
  #goOn() {
    while (this.#later.length > 0) {
      if (this.#later[0].kind !== "do" && this.#undoing.isAsking) return;
      const message = /** @type {Do | Again} */ (this.#later.shift());
      if (message.kind === "do") this.#undoing.begins(message);
      const request = message.kind === "do" ? message : this.#undoing.ask(message);
      if ("code" in request) {
        this.show(request);
        continue;
      }
      this.#open.set(request.request, paintedSince(request));
      this.#send(request);
    }
  }

  /** @param {ToLeader} message */
  #send(message) {
    if (this.#leader) return this.#leader.hear(this.#tab, message);
    if (this.#leads) return;
    this.#post(leader, message);
    if (!this.#stopWaiting) this.#wait(patience);
  }

  /** @param {string} to @param {Letter["message"]} message */
  #post(to, message) {
    this.channel.postMessage(/** @type {Letter} */ ({ to, from: this.#tab, message }));
  }

  /** What another tab says. @param {Letter} letter */
  #read({ to, from, message }) {
    if (to === leader && this.#leads) {
      this.#post(from, { kind: "heard" });
      if (message.kind === "hello") whenGone(this.locks, from, () => this.#leader?.hear(from, { kind: "gone" }));
      this.#leader?.hear(from, /** @type {ToLeader} */ (message));
    } else if (to === olderLeader && this.#leads) {
      this.#post(from, { kind: "heard" });
      if (message.kind === "hello") this.#post(from, { kind: "event", name: "olderApp" });
    } else if (to === allTabs && message.kind === "leads") {
      const isAnother = this.#leaderTab !== "" && this.#leaderTab !== from;
      this.#leaderTab = from;
      if (this.#leads) return this.#resign();
      if (isAnother) this.#endPairing();
      this.#begin();
      this.#wait(patienceAtStart);
    } else if (to === this.#tab && to !== "" && !this.#leads && (this.#leaderTab || from) === from) {
      this.#leaderTab = from;
      this.#waitNoMore();
      if (message.kind !== "heard") this.#show(/** @type {ToPage} */ (message));
    }
  }

  /** @param {number} milliseconds */
  #wait(milliseconds) {
    this.#waitNoMore();
    this.#stopWaiting = this.clock.after(milliseconds, () => {
      this.#stopWaiting = null;
      if (!this.#leads) this.lock.take();
    });
  }

  #waitNoMore() {
    this.#stopWaiting?.();
    this.#stopWaiting = null;
  }

  /** A leader alone waits for the other device of a pairing. One that leads no more has dropped it. */
  #endPairing() {
    this.show({ kind: "event", name: "pairingOver" });
  }

  /** Tells the leader everything from the beginning. */
  #begin() {
    if (!this.#hello) return;
    this.#send(this.#hello);
    for (const look of this.#looks.values()) this.#send(look);
    for (const message of this.#open.values()) this.#send(message);
  }

  async #lead() {
    if (!this.#hello) return;
    this.#leads = true;
    if (this.#leaderTab) this.#endPairing();
    this.#leaderTab = "";
    const turn = this.#turn += 1;
    this.#waitNoMore();
    this.#post(allTabs, { kind: "leads" });
    try {
      /** @type {(tab: string, message: ToPage) => void} */
      const say = (tab, message) => tab === this.#tab ? this.#show(message) : this.#post(tab, message);
      const opened = await this.lead(this.#hello, say, () => this.#resign(), () => this.fall("older_app"));
      if (!this.#leads || this.#turn !== turn) return opened.end();
      this.#leader = opened;
      this.#begin();
      this.#post(allTabs, { kind: "leads" });
    } catch (error) {
      this.fall(error instanceof OlderApp ? "older_app" : "not_ready");
      throw error;
    }
  }

  /** Another keeper leads. */
  #resign() {
    if (!this.#leads) return;
    this.#leads = false;
    this.#endPairing();
    this.#leader?.end();
    this.#leader = null;
    this.lock.resign();
    this.#begin();
  }

  /** @param {ToPage} message */
  #show(message) {
    if (message.kind === "done" || message.kind === "refused") {
      // An answer to a request that was asked twice comes twice.
      if (!this.#open.delete(message.request)) return;
      this.show(this.#undoing.answered(message));
      this.#goOn();
    } else if (message.kind === "standing") {
      this.show({ ...message, leads: this.#leads });
    } else {
      if (message.kind === "picture" || message.kind === "outline") this.#isShown = true;
      this.show(message);
    }
  }

  /** The screen as it was, until the core is there. Where another tab leads it may be there before the disk has answered. */
  async #showLastScreen() {
    const { drafts, kept } = await this.lastScreen();
    this.show({ kind: "drafts", drafts });
    if (!kept || this.#leader || this.#isShown) return;
    this.show({ ...kept.outline, fromDisk: true });
    for (const [subscription, { view, from }] of this.#looks) {
      if (from === 0 && JSON.stringify(view) === JSON.stringify(kept.picture.view)) {
        this.show({ ...kept.picture, subscription, fromDisk: true });
      }
    }
  }
}

/**
 * As it is said later, or again: by then its page has said that it has painted, and nobody is to wait for that.
 * @template {ToLeader | Again} Message
 * @param {Message} message @returns {Message}
 */
function paintedSince(message) {
  if (message.kind !== "do") return message;
  const { paintsFirst: _, ...rest } = message;
  return /** @type {Message} */ (rest);
}
