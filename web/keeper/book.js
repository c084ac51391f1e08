/**
 * A book on this device: the core's copy of it, and the disk below. Whatever the core changes is on the disk before
 * anybody is shown it, so one thing is done at a time.
 *
 * @import { Book as Name, Draft, KeptDraft, Refused } from "../types/messages.js"
 * @import { Calls, Standing, Touched } from "../types/core.js"
 * @import { DoneDeed } from "./answers.js"
 * @import { Core } from "./core.js"
 * @import { Shelf, Store } from "./store.js"
 */
import { Answers } from "./answers.js";
import { isRefused } from "./core.js";
import { codeOf, Disk } from "./disk.js";
import { Memory } from "./memory.js";
import { pieces } from "./pieces.js";
import { Queue } from "./queue.js";
import { NotLeader } from "./store.js";
import { spans } from "../wasm/zone.js";

/** The journal is folded into the chunks beyond so many entries. */
const longestJournal = 500;

export class Book {
  /** @type {Queue} */
  queue = new Queue();
  /** @type {Standing | null} */
  standing = null;
  #answers = new Answers();
  /** Gestures that wait for their turn. */
  #gestures = 0;
  /** The disk, also while nothing lies on it. @type {Store} */
  #lasting;
  /** Called after every change. @type {(touched: Touched | null) => void} */
  onChange = () => {};
  /**
   * Called when a draft has gone from the disk with what was made of it, and before the next is written.
   * @type {(where: string, tab: string) => void}
   */
  onDraftGone = () => {};

  /** @param {Name} name @param {Core} core @param {Store} store */
  constructor(name, core, store) {
    this.name = name;
    this.core = core;
    this.disk = new Disk(name, store);
    this.#lasting = store;
    /** Whose book it is, and what this device is called there. @type {{book: string, device: string}} */
    this.own = { book: "", device: "" };
  }

  /**
   * Reads the book from the disk into the core, or begins one.
   * @param {string} zone  this device's
   * @param {Awaited<ReturnType<Store["read"]>>} disk
   */
  async open(zone, disk) {
    const core = this.core;
    const own = /** @type {{book: string, device: string} | undefined} */ (disk.documents.get("own"));
    if (own) this.own = own;
    else {
      const { ids } = core.need("identifiers", { count: 2 }).answer;
      this.own = { book: ids[0], device: ids[1] };
      await this.disk.write({ documents: { own: this.own } });
    }
    core.need("zone", spans(zone));
    core.need("open", { ...this.own, zone });
    for (const chunk of disk.chunks) core.need("chunk", {}, chunk);
    const paper = disk.documents.get("paper");
    if (typeof paper === "string") core.need("paper", {}, paper);
    for (const piece of pieces(disk.journal)) core.need("replay", {}, `[${piece.join(",")}]`);
    this.#stand(core.need("begin", { now: Date.now() }).answer.standing);
    this.#answers.read(disk.documents);
  }

  /**
   * Does what a tab asks for, once.
   * @param {string} tab @param {number} request
   * @template {"do" | "undo"} Name
   * @param {Name} call @param {Parameters<Calls[Name]>[0]} head @param {KeptDraft} [draft]  goes from the disk with it
   * @returns {Promise<DoneDeed | Refused>}
   */
  perform(tab, request, call, head, draft) {
    this.#gestures += 1;
    return this.queue.run(async () => {
      this.#gestures -= 1;
      const known = this.#answers.to(tab, request);
      if (known) return known;
      const { answer, text } = this.core.ask(call, head);
      if (isRefused(answer)) return refusal(request, answer.refused);
      const { ids, deed } = answer;
      /** @type {DoneDeed} */
      const done = { kind: "done", request, ids, undoable: deed !== null, deed };
      if (deed === null && text === "") {
        if (draft && await this.#dropDraft(draft)) this.onDraftGone(draft.where, tab);
        return done;
      }
      const { documents, keep } = this.#answers.with(tab, done);
      let isGone = false;
      try {
        isGone = await this.disk.write({ journal: [text], documents, draft });
      } catch (error) {
        if (error instanceof NotLeader) throw error;
        // What was only looked at cannot be withdrawn: the core has it, and the disk is owed it.
        if (deed === null) return this.#owe(text, error, answer), done;
        const { answer: back } = this.core.need("withdraw", { now: Date.now(), deed });
        this.onChange(back.touched);
        return { kind: "refused", request, code: codeOf(error) };
      }
      keep();
      if (draft && isGone) this.onDraftGone(draft.where, tab);
      this.#stand(answer.standing);
      this.onChange(answer.touched);
      await this.#foldWhereLong();
      return done;
    });
  }

  /** @param {string} text @param {unknown} error @param {{standing: Standing, touched: Touched}} answer */
  #owe(text, error, { standing, touched }) {
    this.disk.owe(text);
    this.disk.suffer(error);
    this.#stand(standing);
    this.onChange(touched);
  }

  /**
   * Of what needed no change: where the disk does not take it, it lies there still. Answers whether it has gone.
   * @param {KeptDraft} draft
   */
  async #dropDraft(draft) {
    try {
      return await this.disk.write({ draft });
    } catch (error) {
      this.disk.suffer(error);
      return false;
    }
  }

  /**
   * What is asked of the core and changes nothing that anybody sees.
   * @template {"next" | "wake" | "live" | "request"} Name
   * @param {Name} call @param {Parameters<Calls[Name]>[0]} head
   */
  ask(call, head) {
    return this.queue.run(() => this.core.need(call, head));
  }

  /**
   * What the server said, or did not say. It stays with the core even where the disk does not take it now, for the
   * server will not say it again; nothing later is written before it. A device that loses its power before that is
   * where it was before, and is told the same again: so nobody's key waits for the disk on its account. What a person
   * decides is waited for.
   * @template {"take" | "failed" | "event" | "decide"} Name
   * @param {Name} call @param {Parameters<Calls[Name]>[0]} head @param {string} [text]
   */
  take(call, head, text) {
    return this.queue.run(async () => {
      const { answer, text: journal } = this.core.need(call, head, text);
      this.disk.owe(journal);
      await this.disk.settle(call === "decide" ? "strict" : "relaxed");
      this.#stand(answer.standing);
      this.onChange(answer.touched);
      await this.#foldWhereLong();
      return answer;
    });
  }

  /** Tries again what the disk did not take. Answers whether it has everything now. */
  settle() {
    return this.queue.run(() => this.disk.settle());
  }

  /**
   * Belongs to an account from now on, with all that was done so far. Answers whether it does.
   * @param {{book: string, device: string}} own @param {Record<string, unknown>} documents  what goes along
   * @param {() => boolean} [isWanted]  asked when its turn has come
   */
  join(own, documents, isWanted = () => true) {
    return this.queue.run(async () => {
      if (!isWanted()) return false;
      const { answer } = this.core.need("join", { now: Date.now(), ...own });
      await this.#fold(true, { ...documents, own });
      this.own = own;
      this.#stand(answer.standing);
      this.onChange(null);
      return true;
    });
  }

  /** Whether what a person did last has not been done yet. */
  get isBehind() {
    return this.#gestures > 0;
  }

  /** Where the book lies. @type {Shelf} */
  get store() {
    return this.disk.store;
  }

  /** Whether it lies in memory alone. */
  get forgets() {
    return this.disk.store !== this.#lasting;
  }

  /** From now on nothing of the book lies on the disk, and nothing that was there stays. */
  leaveDisk() {
    return this.queue.run(async () => {
      await this.#lasting.empty();
      this.#lasting.close();
      this.disk.store = new Memory();
      await this.#fold(true, { own: this.own });
    });
  }

  /**
   * Nothing of what was here stays, on the disk or in the core. Answers whether that is so: where it may not go by the
   * time of its turn, everything stays.
   * @param {Core} core  a new one @param {string} zone @param {() => boolean} mayGo
   */
  beginAnew(core, zone, mayGo) {
    return this.queue.run(async () => {
      if (!mayGo()) return false;
      await this.store.empty();
      this.disk.store = this.#lasting;
      this.core = core;
      this.disk.forgive();
      await this.open(zone, { chunks: [], journal: [], documents: new Map() });
      this.onChange(null);
      return true;
    });
  }

  /** What tabs that are gone were answered is of no use any more. @param {(tab: string) => boolean} isThere */
  forgetGone(isThere) {
    const documents = this.#answers.without(isThere);
    if (Object.keys(documents).length > 0) this.keep(documents).catch(() => {});
  }

  /** What the server does not have yet, for the person to keep. */
  waiting() {
    return this.queue.run(() => this.core.need("fold", {}).text);
  }

  /** @param {Record<string, unknown>} documents @param {() => boolean} [isWanted]  asked when its turn has come */
  keep(documents, isWanted = () => true) {
    return this.queue.run(() => isWanted() && this.disk.write({ documents }));
  }

  /** @param {string} where @param {Draft | null} draft */
  keepDraft(where, draft) {
    return this.queue.run(() => this.disk.keepDraft(where, draft));
  }

  /** Puts the journal into the chunks, if there is much of it or nothing else to do. @param {number} least */
  fold(least) {
    return this.queue.run(() => (this.standing?.unfolded ?? 0) >= least ? this.#fold(false, {}) : undefined);
  }

  async #foldWhereLong() {
    if ((this.standing?.unfolded ?? 0) < longestJournal || this.disk.trouble) return;
    await this.#fold(false, {}).catch((error) => this.disk.suffer(error));
  }

  /** @param {boolean} whole @param {Record<string, unknown>} documents */
  async #fold(whole, documents) {
    const { answer, text: paper } = this.core.need("fold", { whole });
    const chunks = /** @type {number[]} */ (answer.chunks).map((
      number,
    ) => /** @type {[number, string]} */ ([number, this.core.need("chunkText", { number }).text]));
    await this.disk.write({ emptiesJournal: true, chunks, documents: { ...documents, paper } });
    this.core.need("folded", {});
    if (this.standing) this.standing = { ...this.standing, unfolded: 0 };
  }

  /** @param {Standing} standing */
  #stand(standing) {
    this.standing = standing;
    // The account's time zone was changed, here or on another device, and the core does not have its rules yet.
    if (!standing.isZoneKnown) {
      this.core.need("zone", spans(standing.zone));
      this.standing = { ...standing, isZoneKnown: true };
    }
  }
}

/** @param {number} request @param {{code: string, fields?: {field: string, code: string}[]}} refused @returns {Refused} */
function refusal(request, { code, fields }) {
  return { kind: "refused", request, code: fields?.[0]?.code ?? code, field: fields?.[0]?.field };
}
