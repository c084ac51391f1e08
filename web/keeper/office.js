/**
 * The keeper whose turn it is: it holds the book, talks to the server and does what all tabs want.
 *
 * @import { Do, Hello, Standing, ToKeeper, ToPage } from "../types/messages.js"
 * @import { ServerEvent } from "./event-stream.js"
 */
import { Access } from "./access.js";
import { Book } from "./book.js";
import { loadCore } from "./core.js";
import { begin } from "./entering.js";
import { Live } from "./live.js";
import { Backoff } from "./nap.js";
import { ask } from "./server.js";
import { perform, Refusal } from "./session.js";
import { standingOf, Troubles } from "./standing.js";
import { NotMyTurn, Store } from "./store.js";
import { Sync } from "./sync.js";
import { Views } from "./views.js";

/** What the tab's own keeper asks for its page: an undo names its deed. */
/** @typedef {{kind: "undoDeed", wish: number, at: number, deed: string}} UndoDeed */
/** @typedef {ToKeeper | UndoDeed | {kind: "gone"} | {kind: "ping"}} ToOffice */
/** @typedef {(tab: string, message: ToPage) => void} Say */

/** A live stream goes on for so long after the last tab was seen. */
const unseenFor = 5 * 60_000;
/** Of rest, before the journal is folded and the picture for the next start is kept. */
const rest = 3_000;
const leastToFold = 40;

/** @param {Hello} hello @param {Say} say @param {() => void} onTurnLost */
export async function openOffice(hello, say, onTurnLost) {
  const store = await Store.open();
  await store.takeTurn();
  const disk = await store.read("own");
  const book = new Book("own", await loadCore(), store);
  book.onTurnLost = onTurnLost;
  await book.open(hello.zone, disk);
  return new Office(book, new Access(book, disk.papers.get("access")), hello, say);
}

export class Office {
  ending = new AbortController();
  troubles = new Troubles();
  /** @type {Standing["storage"]} */
  storage = null;
  /** Whether an account can be begun, as far as the server has said. @type {string | null} */
  registration = null;
  #standing = "";
  #isBeginning = false;
  #beginsAgain = new Backoff(1_000, 40_000);
  /** @type {Map<string, boolean>} whether each tab is seen */
  #tabs = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  #unseenSince = 0;

  /** @param {Book} book @param {Access} access @param {Hello} hello @param {Say} say */
  constructor(book, access, hello, say) {
    this.book = book;
    this.access = access;
    this.zone = hello.zone;
    this.deviceName = hello.deviceName;
    this.say = say;
    this.views = new Views(book, say);
    book.onChange = () => this.#changed();
    this.sync = new Sync(book, access, () => this.#exchanged());
    this.live = new Live({
      begin: () => this.#listens(),
      hear: (event) => this.#hear(event),
      stands: (isHeard) => this.#hearsLive(isHeard),
      refused: () => this.sync.wake("hope"),
    });
    self.addEventListener("online", this.#online);
    this.#measure();
    if ((book.standing?.waiting ?? 0) > 0 && !access.papers) this.#beginAccount();
  }

  /** What a tab says. @param {string} tab @param {ToOffice} message */
  hear(tab, message) {
    switch (message.kind) {
      case "hello":
        this.#tabs.set(tab, message.visible);
        this.views.sit(tab, message.visible);
        this.#seen();
        this.say(tab, standingOf(this));
        return;
      case "visible":
        this.#tabs.set(tab, message.visible);
        this.views.sit(tab, message.visible);
        this.#seen();
        if (message.visible) this.sync.wake("hope");
        return;
      case "gone":
        this.#tabs.delete(tab);
        this.views.go(tab);
        this.#seen();
        this.book.forget(tab);
        return;
      case "look":
        return this.views.look(tab, message);
      case "leave":
        return this.views.leave(tab, message.seat);
      case "do":
        return this.#answer(tab, message.wish, () => this.#do(tab, message));
      case "undoDeed": {
        const head = { now: moment(message.at), deed: message.deed };
        return this.#answer(tab, message.wish, () => this.#change(tab, message.wish, "undo", head));
      }
      case "massDelete":
        return this.#answer(tab, message.wish, async () => {
          await this.book.take("decide", { now: Date.now(), deletes: message.meant });
          await this.sync.wake("insist");
          return { kind: "done", wish: message.wish, ids: [], undoable: false };
        });
      case "sync":
        return this.#answer(tab, message.wish, async () => {
          this.live.renew();
          await this.sync.wake("insist");
          return { kind: "done", wish: message.wish, ids: [], undoable: false };
        });
      case "session":
        return this.#answer(tab, message.wish, async () => {
          const brought = await perform(this, message.act);
          return { kind: "done", wish: message.wish, ids: [], undoable: false, with: brought };
        });
    }
  }

  /** @param {string} tab @param {number} wish @param {() => Promise<ToPage>} thing */
  async #answer(tab, wish, thing) {
    try {
      this.say(tab, await thing());
    } catch (error) {
      // Whoever has the turn now is asked again.
      if (error instanceof NotMyTurn) return;
      if (!(error instanceof Refusal)) throw error;
      this.say(tab, { kind: "refused", wish, code: error.code, ...error.more });
    }
  }

  /** @param {string} tab @param {Do} message */
  async #do(tab, { wish, at, gesture }) {
    const done = await this.#change(tab, wish, "do", { now: moment(at), gesture });
    if (!this.access.papers && done.kind === "done") this.#beginAccount();
    return done;
  }

  /** @type {Book["perform"]} */
  async #change(tab, wish, call, head) {
    const done = await this.book.perform(tab, wish, call, head);
    if (done.kind === "done") this.sync.wake("change").catch(() => {});
    return done;
  }

  /** After the first task: the account that it is to be in, as soon as the server answers. */
  async #beginAccount() {
    if (this.#isBeginning || this.registration) return;
    this.#isBeginning = true;
    while (!this.access.papers && !this.ending.signal.aborted) {
      try {
        await begin(this);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === "registration_closed") this.registration = "closed";
        if (error.code === "invite_required") this.registration = "invite";
        this.stand();
        if (this.registration) break;
        const pause = this.#beginsAgain.afterFailure();
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    this.#isBeginning = false;
  }

  /** There is a token now, or another one. */
  beginsTalk() {
    this.registration = null;
    this.sync.wake("begin");
    this.live.look();
    this.stand();
  }

  /** Which email signs in to the account that another way led to, if any does. */
  async learnLogin() {
    const { token, papers } = this.access;
    if (papers?.login) return;
    const reply = await ask("GET", "/v1/account/login", { token, signal: this.ending.signal }).catch(() => null);
    if (reply?.status !== 200 || this.access.token !== token) return;
    await this.access.change({ login: reply.json.email });
    this.stand();
  }

  /** Nothing of what was here stays: another account, or none, begins on an empty disk. */
  async beginAnew() {
    this.access.papers = null;
    this.access.refused = null;
    this.live.look();
    await this.book.beginAnew(await loadCore(), this.zone);
    this.stand();
  }

  /** @param {string} name */
  async paper(name) {
    return (await this.book.store.read(this.book.name)).papers.get(name);
  }

  /** @param {ToPage} message */
  tell(message) {
    for (const tab of this.#tabs.keys()) this.say(tab, message);
  }

  /** Tells how this device stands, where it stands otherwise than before. */
  stand() {
    const standing = standingOf(this);
    const text = JSON.stringify(standing);
    if (text === this.#standing) return;
    this.#standing = text;
    this.tell(standing);
  }

  #exchanged() {
    this.stand();
    if (this.access.refused) this.live.look();
  }

  #changed() {
    this.views.paint();
    this.stand();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#tidy(), rest);
  }

  async #tidy() {
    await this.book.fold(leastToFold).catch(() => {});
    const kept = this.views.keepsake();
    if (kept) await this.book.store.keepPicture("last", kept);
    await this.#measure();
  }

  async #measure() {
    if (!navigator.storage?.estimate) return;
    const { usage = 0, quota = 0 } = await navigator.storage.estimate();
    this.storage = { usage, quota, persisted: await navigator.storage.persisted() };
    this.stand();
  }

  #online = () => {
    this.live.renew();
    this.sync.wake("hope");
  };

  #seen() {
    this.#unseenSince = this.views.isSeen ? 0 : this.#unseenSince || Date.now();
    this.live.look();
    if (!this.views.isSeen) setTimeout(() => this.live.look(), unseenFor + 1);
  }

  #listens() {
    const { token, refused } = this.access;
    if (!token || refused || this.ending.signal.aborted) return null;
    if (this.#unseenSince && Date.now() - this.#unseenSince >= unseenFor) return null;
    return { token, cursor: this.book.standing?.cursor ?? null };
  }

  /** @param {ServerEvent} event */
  async #hear({ name, data }) {
    if (name === "revision") {
      await this.book.take("event", { now: Date.now(), book: this.book.own.book }, data);
      this.sync.look();
    } else if (name === "reminder") {
      this.tell({ kind: "event", name: "reminder", with: JSON.parse(data) });
    }
  }

  /** @param {boolean} isHeard */
  async #hearsLive(isHeard) {
    await this.book.ask("live", { isLive: isHeard });
    // A server that was away may have come back as another version.
    if (isHeard) this.tell({ kind: "event", name: "newVersion" });
    if (isHeard) await this.sync.wake("hope");
    this.stand();
  }

  end() {
    this.ending.abort();
    clearTimeout(this.#rest);
    self.removeEventListener("online", this.#online);
    this.sync.end();
    this.live.end();
    this.views.end();
    this.book.store.close();
  }
}

/** When a gesture was made: never later than now, whatever the page's clock says. @param {number} at */
function moment(at) {
  return Math.min(Math.round(at), Date.now());
}
