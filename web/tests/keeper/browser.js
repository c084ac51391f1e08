/**
 * A browser without a screen, for keepers of several tabs: its channel, its locks and its clock. A tab can hang, so
 * that nothing reaches it until it wakes up, and it can be closed.
 *
 * @import { Do, Hello, Look, ToKeeper, ToPage } from "../../types/messages.js"
 * @import { LastScreen } from "../../keeper/last-screen.js"
 * @import { ToLeader } from "../../keeper/leader.js"
 */
import { TabKeeper } from "../../keeper/tab-keeper.js";

/** @typedef {{name: string, tab: Tab, grant: () => Promise<unknown>, over: (error?: Error) => void}} Held */

export class Browser {
  /** @type {Tab[]} */
  tabs = [];
  now = 0;
  /** @type {Map<string, Held>} */
  held = new Map();
  /** @type {Held[]} */
  waiting = [];
  /** What leaders have done, in order: a disk that all tabs share. @type {string[]} */
  disk = [];

  /** What the disk has for a page before any keeper leads. @returns {Promise<LastScreen>} */
  lastScreen = () => Promise.resolve({ drafts: {}, kept: null });

  /** @param {{hasLocks?: boolean}} [how] */
  constructor({ hasLocks = true } = {}) {
    this.hasLocks = hasLocks;
  }

  /** Opens a tab, whose page says hello. @param {string} name @param {Partial<Hello>} [hello] */
  async tab(name, hello = {}) {
    const tab = new Tab(this, name);
    this.tabs.push(tab);
    await tab.say({ kind: "hello", tab: name, version: "", zone: "UTC", deviceName: "", visible: true, ...hello });
    return tab;
  }

  get leaders() {
    return this.tabs.filter(({ leads }) => leads).map(({ name }) => name);
  }

  /** Time passes, for all tabs that do not hang. @param {number} milliseconds */
  async pass(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const due = this.tabs.flatMap((tab) => tab.timers).sort((one, other) => one.at - other.at)[0];
      if (!due || due.at > end) break;
      this.now = due.at;
      due.stop();
      due.tab.reach(due.run);
      await settled();
    }
    this.now = end;
    await settled();
  }

  /** @param {Held} asked @param {LockOptions} options */
  lock(asked, { steal, signal }) {
    const before = this.held.get(asked.name);
    if (steal && before) {
      this.held.delete(asked.name);
      before.over(new DOMException("stolen", "AbortError"));
    }
    if (steal) this.waiting.unshift(asked);
    else this.waiting.push(asked);
    signal?.addEventListener("abort", () => {
      if (!this.waiting.includes(asked)) return;
      this.waiting = this.waiting.filter((other) => other !== asked);
      asked.over(new DOMException("aborted", "AbortError"));
    });
    this.grant();
  }

  /** Locks that are free go to those who waited longest. */
  grant() {
    for (const asked of [...this.waiting]) {
      if (this.held.has(asked.name)) continue;
      this.waiting = this.waiting.filter((other) => other !== asked);
      this.held.set(asked.name, asked);
      asked.tab.reach(() => asked.grant().then(() => this.free(asked)));
    }
  }

  /** @param {Held} held */
  free(held) {
    if (this.held.get(held.name) !== held) return;
    this.held.delete(held.name);
    held.over();
    this.grant();
  }
}

export class Tab {
  /** What its page was shown. @type {ToPage[]} */
  shown = [];
  /** @type {{at: number, run: () => void, stop: () => void, tab: Tab}[]} */
  timers = [];
  /** What reaches it when it wakes up; null while it is awake. @type {(() => void)[] | null} */
  late = null;
  isClosed = false;
  /** Whether its keeper has opened the book and not ended it. */
  leads = false;
  /** What it was told as the leader. @type {{from: string, message: ToLeader}[]} */
  heard = [];
  #listener = (/** @type {MessageEvent} */ _event) => {};
  #requests = 0;
  /** As the leader: does nothing and answers nobody. */
  isSilent = false;
  /** As the leader: what it shows of a view. @type {((look: Look) => ToPage) | null} */
  paints = null;

  /** @param {Browser} browser @param {string} name */
  constructor(browser, name) {
    this.browser = browser;
    this.name = name;
    const channel = /** @type {BroadcastChannel} */ (/** @type {unknown} */ ({
      postMessage: (/** @type {unknown} */ letter) => this.post(letter),
      addEventListener: (/** @type {string} */ _, /** @type {(event: MessageEvent) => void} */ run) =>
        this.#listener = run,
    }));
    const locks = /** @type {LockManager} */ (/** @type {unknown} */ ({
      request: this.#request.bind(this),
    }));
    this.keeper = new TabKeeper({
      show: (message) => this.shown.push(message),
      channel,
      locks: browser.hasLocks ? locks : null,
      clock: { after: this.#after.bind(this), every: this.#every.bind(this) },
      lead: (_, say) => Promise.resolve(this.#lead(say)),
      lastScreen: () => browser.lastScreen(),
    });
  }

  /** Runs now, or when the tab wakes up; never where it is closed. @param {() => void} run */
  reach(run) {
    if (this.isClosed) return;
    if (this.late) this.late.push(run);
    else run();
  }

  hang() {
    this.late = [];
  }

  async wake() {
    /** @type {(() => void)[]} */
    const late = this.late ?? [];
    this.late = null;
    for (const run of late) {
      run();
      await settled();
    }
  }

  /** A tab that is closed frees its locks. */
  async close() {
    const { browser } = this;
    this.isClosed = true;
    this.leads = false;
    this.timers = [];
    browser.waiting = browser.waiting.filter(({ tab }) => tab !== this);
    for (const held of [...browser.held.values()]) if (held.tab === this) browser.free(held);
    await settled();
  }

  /** What its page says. @param {ToKeeper} message */
  async say(message) {
    this.reach(() => this.keeper.hear(message));
    await settled();
  }

  /** A gesture of its page; answers the number of the request. @param {Partial<Do>} [more] */
  async do(more = {}) {
    this.#requests += 1;
    /** @type {Do} */
    const message = {
      kind: "do",
      request: this.#requests,
      book: "own",
      at: 0,
      gesture: { act: "delete", ids: [] },
      ...more,
    };
    await this.say(message);
    return this.#requests;
  }

  /** Its page takes back what it did last. */
  async undo() {
    this.#requests += 1;
    await this.say({ kind: "undo", request: this.#requests, book: "own", at: 0 });
  }

  /** The requests that its page has answers to. */
  get answers() {
    return this.shown.flatMap((message) => message.kind === "done" ? [message.request] : []);
  }

  /** Sends a letter to all other tabs. @param {unknown} letter */
  post(letter) {
    for (const other of this.browser.tabs) {
      if (other === this) continue;
      const data = structuredClone(letter);
      queueMicrotask(() => other.reach(() => other.#listener(new MessageEvent("message", { data }))));
    }
  }

  /**
   * A leader that writes down each request once, as the book does.
   * @param {(tab: string, message: ToPage) => void} say
   */
  #lead(say) {
    this.leads = true;
    return {
      hear: (/** @type {string} */ from, /** @type {ToLeader} */ message) => {
        this.heard.push({ from, message });
        if (message.kind === "look" && this.paints) say(from, this.paints(message));
        if (this.isSilent || message.kind !== "do") return;
        const line = `${from} ${message.request}`;
        if (!this.browser.disk.includes(line)) this.browser.disk.push(line);
        say(from, { kind: "done", request: message.request, ids: [], undoable: false });
      },
      renew: () => {},
      end: () => this.leads = false,
    };
  }

  /** @param {string} name @param {LockOptions | (() => unknown)} options @param {() => unknown} [granted] */
  #request(name, options, granted) {
    const grant = /** @type {() => Promise<unknown>} */ (granted ?? options);
    return new Promise((resolve, reject) => {
      /** @type {Held} */
      const asked = {
        name,
        tab: this,
        grant: async () => await grant(),
        over: (error) => this.reach(() => error ? reject(error) : resolve(undefined)),
      };
      this.browser.lock(asked, granted ? /** @type {LockOptions} */ (options) : {});
    });
  }

  /** @param {number} milliseconds @param {() => void} run */
  #after(milliseconds, run) {
    const stop = () => void (this.timers = this.timers.filter((other) => other !== timer));
    const timer = { at: this.browser.now + milliseconds, run, stop, tab: this };
    this.timers.push(timer);
    return stop;
  }

  /** @param {number} milliseconds @param {() => void} run */
  #every(milliseconds, run) {
    this.#after(milliseconds, () => {
      run();
      this.#every(milliseconds, run);
    });
  }
}

/** Until all that was said has been heard: nothing here takes longer than the turn of a loop. */
async function settled() {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}
