/**
 * The part of a keeper that only the leading one has: it holds the book, talks to the server and answers all tabs.
 *
 * @import { Hello, ToKeeper, ToPage } from "../types/messages.js"
 * @import { Touched } from "../types/core.js"
 * @import { ServerEvent } from "./event-stream.js"
 */
import { Access } from "./access.js";
import { Book } from "./book.js";
import { loadCore } from "./core.js";
import { IdleWork } from "./idle-work.js";
import { Live } from "./live.js";
import { Proposals } from "./proposals.js";
import { Registration } from "./registration.js";
import { Reminders } from "./reminders.js";
import { serve } from "./requests.js";
import { standingOf, Troubles } from "./standing.js";
import { Store } from "./store.js";
import { Sync } from "./sync.js";
import { Views } from "./views.js";
import { WaysIn } from "./ways-in.js";

/** An undo as the tab's own keeper sends it on: it names the deed. */
/** @typedef {{kind: "undoDeed", request: number, at: number, deed: string}} UndoDeed */
/** @typedef {ToKeeper | UndoDeed | {kind: "gone"} | {kind: "ping"}} ToLeader */
/** @typedef {(tab: string, message: ToPage) => void} Say */

/** A live stream goes on for so long after the last tab was seen. */
const unseenFor = 5 * 60_000;
/** A tab that is gone for longer does not come back. */
const comesBackWithin = 60_000;

/**
 * @param {Hello} hello @param {Say} say
 * @param {() => void} leadLost  called when another keeper leads
 * @param {() => void} newer  called when another tab brings a newer app's disk
 */
export async function becomeLeader(hello, say, leadLost, newer) {
  const store = await Store.open();
  await store.takeLead();
  const disk = await store.read("own");
  const book = new Book("own", await loadCore(), store);
  book.disk.onLeadLost = leadLost;
  await book.open(hello.zone, disk);
  store.onNewer = newer;
  return new Leader(book, new Access(book, disk.documents.get("access")), hello, say, disk.documents);
}

export class Leader {
  ending = new AbortController();
  troubles = new Troubles();
  registration = new Registration(this);
  idleWork = new IdleWork(this);
  waysIn = new WaysIn(this);
  proposals = new Proposals(() => this.stand());
  /** Ends the wait of this device for another one that lets it in. @type {AbortController | null} */
  pairing = null;
  #standing = "";
  /** @type {Set<string>} */
  #tabs = new Set();
  #unseenSince = 0;

  /**
   * @param {Book} book @param {Access} access @param {Hello} hello @param {Say} say
   * @param {Map<string, unknown>} kept  what lay on the disk
   */
  constructor(book, access, hello, say, kept) {
    this.book = book;
    this.access = access;
    this.zone = hello.zone;
    this.deviceName = hello.deviceName;
    this.say = say;
    this.views = new Views(book, say);
    this.reminders = new Reminders(this, hello.tab, kept.get("reminders"));
    book.onChange = (touched) => this.#changed(touched);
    book.onDraftGone = (where, tab) => this.tell({ kind: "draft", where, draft: null }, tab);
    this.sync = new Sync(book, access, () => this.#exchanged());
    this.live = new Live({
      begin: () => this.#listens(),
      hear: (event) => this.#hear(event),
      stands: (isHeard) => this.#hearsLive(isHeard),
      refused: () => this.sync.wake("hope"),
    });
    this.registration.onlyHere = kept.get("onlyHere") === true;
    this.idleWork.measure();
    this.#forgetGone();
    if (!access.credentials) {
      if ((book.standing?.waiting ?? 0) > 0) this.registration.begin();
      else if (!this.registration.onlyHere) this.registration.look();
    }
  }

  /** What a tab says. @param {string} tab @param {ToLeader} message */
  hear(tab, message) {
    serve(this, tab, message);
  }

  /** A tab is there, seen or not. @param {string} tab @param {boolean} visible */
  joins(tab, visible) {
    this.#tabs.add(tab);
    this.views.joins(tab, visible);
    this.#seen();
  }

  /** @param {string} tab */
  leaves(tab) {
    this.#tabs.delete(tab);
    this.views.leaves(tab);
    this.#seen();
    this.#forgetGone();
  }

  /** A tab whose keeper fell comes back under its name, and asks again what it was not answered. */
  #forgetGone() {
    setTimeout(() => this.ending.signal.aborted || this.book.forgetGone((tab) => this.#tabs.has(tab)), comesBackWithin);
  }

  /** The network may be another one now. */
  renew() {
    this.live.renew();
    this.sync.wake("hope");
  }

  /** There is a token now, or another one. */
  beginsTalk() {
    this.registration.refusal = null;
    this.registration.onlyHere = false;
    this.sync.wake("begin");
    this.live.look();
    this.stand();
  }

  /**
   * Nothing of what was here stays: another account, or none, begins on an empty disk. Answers whether it does.
   * @param {() => boolean} [mayGo]  asked when everything that was done so far is written down, and nothing else is
   */
  async beginAnew(mayGo = () => true) {
    const isEmptied = await this.book.beginAnew(await loadCore(), this.zone, () => {
      if (!mayGo()) return false;
      if (this.access.credentials) this.tell({ kind: "draftsGone" });
      this.access.credentials = null;
      this.access.refused = null;
      this.registration.onlyHere = false;
      this.live.look();
      return true;
    });
    if (!isEmptied) return false;
    this.reminders.beginAnew();
    this.proposals.are(0);
    this.stand();
    return true;
  }

  /** @param {string} name */
  async document(name) {
    return (await this.book.store.read(this.book.name)).documents.get(name);
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

  /** @param {Touched | null} touched */
  #changed(touched) {
    // First the rows, which somebody waits for.
    this.views.paintChange();
    this.reminders.changed(touched);
    this.stand();
    this.idleWork.soon();
  }

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
    } else if (name === "reminder") this.reminders.told(data);
    else if (name === "reminder-withdrawn") this.reminders.withdrawn(data);
    else if (name === "proposals") this.proposals.told(data);
  }

  /** @param {boolean} isHeard */
  async #hearsLive(isHeard) {
    this.proposals.stands(isHeard);
    await this.book.ask("live", { isLive: isHeard });
    // A server that was away may have come back as another version.
    if (isHeard) this.tell({ kind: "event", name: "newVersion" });
    if (isHeard) await this.sync.wake("hope");
    this.stand();
  }

  end() {
    this.ending.abort();
    this.idleWork.end();
    this.reminders.end();
    this.proposals.end();
    this.sync.end();
    this.live.end();
    this.views.end();
    this.book.store.close();
  }
}
