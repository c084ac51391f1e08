/**
 * The keeper whose turn it is: it holds the book, talks to the server and does what all tabs want.
 *
 * @import { Hello, ToKeeper, ToPage } from "../types/messages.js"
 * @import { ServerEvent } from "./event-stream.js"
 */
import { Access } from "./access.js";
import { Beginning } from "./beginning.js";
import { Book } from "./book.js";
import { loadCore } from "./core.js";
import { Housework } from "./housework.js";
import { Live } from "./live.js";
import { serve } from "./counter.js";
import { standingOf, Troubles } from "./standing.js";
import { Store } from "./store.js";
import { Sync } from "./sync.js";
import { Views } from "./views.js";
import { WaysIn } from "./ways-in.js";

/** What the tab's own keeper asks for its page: an undo names its deed. */
/** @typedef {{kind: "undoDeed", wish: number, at: number, deed: string}} UndoDeed */
/** @typedef {ToKeeper | UndoDeed | {kind: "gone"} | {kind: "ping"}} ToOffice */
/** @typedef {(tab: string, message: ToPage) => void} Say */

/** A live stream goes on for so long after the last tab was seen. */
const unseenFor = 5 * 60_000;
/** A tab that is gone for longer does not come back. */
const comesBackWithin = 60_000;

/** @param {Hello} hello @param {Say} say @param {() => void} onTurnLost */
export async function openOffice(hello, say, onTurnLost) {
  const store = await Store.open();
  await store.takeTurn();
  const disk = await store.read("own");
  const book = new Book("own", await loadCore(), store);
  book.disk.onTurnLost = onTurnLost;
  await book.open(hello.zone, disk);
  return new Office(book, new Access(book, disk.papers.get("access")), hello, say);
}

export class Office {
  ending = new AbortController();
  troubles = new Troubles();
  beginning = new Beginning(this);
  housework = new Housework(this);
  waysIn = new WaysIn(this);
  #standing = "";
  /** @type {Set<string>} */
  #tabs = new Set();
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
    this.housework.measure();
    this.#forgetGone();
    if ((book.standing?.waiting ?? 0) > 0 && !access.papers) this.beginning.begin();
  }

  /** What a tab says. @param {string} tab @param {ToOffice} message */
  hear(tab, message) {
    serve(this, tab, message);
  }

  /** A tab is there, seen or not. @param {string} tab @param {boolean} visible */
  sits(tab, visible) {
    this.#tabs.add(tab);
    this.views.sit(tab, visible);
    this.#seen();
  }

  /** @param {string} tab */
  leaves(tab) {
    this.#tabs.delete(tab);
    this.views.go(tab);
    this.#seen();
    this.#forgetGone();
  }

  /** A tab whose keeper fell comes back under its name, and asks again what it was not answered. */
  #forgetGone() {
    setTimeout(() => this.ending.signal.aborted || this.book.forgetGone((tab) => this.#tabs.has(tab)), comesBackWithin);
  }

  /** There is a token now, or another one. */
  beginsTalk() {
    this.beginning.registration = null;
    this.sync.wake("begin");
    this.live.look();
    this.stand();
  }

  /** Nothing of what was here stays: another account, or none, begins on an empty disk. */
  async beginAnew() {
    if (this.access.papers) this.tell({ kind: "draftsGone" });
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

  /** @param {ToPage} message @param {string} [but]  a tab that knows it */
  tell(message, but) {
    for (const tab of this.#tabs) if (tab !== but) this.say(tab, message);
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
    else if (!this.sync.isAsking && this.sync.lastSync) this.waysIn.learn();
  }

  #changed() {
    this.views.paint();
    this.stand();
    this.housework.soon();
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
    this.housework.end();
    self.removeEventListener("online", this.#online);
    this.sync.end();
    this.live.end();
    this.views.end();
    this.book.store.close();
  }
}
