/**
 * The page's end of its talk with the keeper (../types/messages.js). A keeper that falls is started again, told again
 * what is looked at, and asked again under the same numbers, which it does once.
 *
 * @import { Again, AskServer, Dismiss, Do, Done, Draft, Gesture, KeepDraft, KeptDraft, Look, MassDelete, Picture, Refused, Session,
 *   SessionAct, Sync, Operation, ToKeeper, ToPage, View } from "../types/messages.js"
 */
import { momentOf } from "./moment.js";

/** @typedef {{postMessage(message: unknown): void, terminate(): void, addEventListener: Worker["addEventListener"]}} Post */
/** @typedef {Again | AskServer | Dismiss | Do | KeepDraft | MassDelete | Session | Sync} Asking */
/** @typedef {Done | Refused} Answer */
/** @typedef {Exclude<ToPage["kind"], "picture" | "done" | "refused">} News */

/** A frame is not waited for longer, in milliseconds. */
const longestFrame = 200;

export class Mailbox {
  #requests = 0;
  /** @type {Map<number, {asking: Asking, answer: (answer: Answer) => void}>} */
  #open = new Map();
  /** @type {Map<string, {look: Look, show: (picture: Picture) => void}>} */
  #subscriptions = new Map();
  /** @type {Map<string, Set<(message: ToPage) => void>>} */
  #listeners = new Map();
  /** @type {Post | null} */
  #post = null;
  #again = () => {};
  #falls = 0;
  /** What is said at the end of what the page is doing now. @type {ToKeeper[]} */
  #toSay = [];
  /** What came while a frame was to be painted first, in its order. @type {ToPage[] | null} */
  #held = null;
  /** The frame of a key is to be painted, and the keeper does not know yet that it is. */
  #isPainting = false;

  /**
   * @param {() => Post} open  starts a keeper
   * @param {() => ToKeeper} hello  what is said to it first
   */
  begin(open, hello) {
    const post = open();
    this.#post = post;
    post.addEventListener("message", (event) => this.#hear(/** @type {MessageEvent<ToPage>} */ (event).data));
    post.addEventListener("error", () => this.#fell());
    post.postMessage(hello());
    this.#again = () => this.begin(open, hello);
  }

  /** Whether anything that was done here is still on its way to the disk. */
  get isKeeping() {
    return [...this.#open.values()].some(({ asking }) => asking.kind === "do");
  }

  /**
   * Changes something.
   * @param {Gesture} gesture @param {number} [at] @param {KeptDraft | null} [draft]  what it was made of
   */
  do(gesture, at = momentOf(), draft = null) {
    const more = {
      ...(draft !== null && { draft }),
      ...(this.#isPainting && { paintsFirst: /** @type {true} */ (true) }),
    };
    return this.#ask({ kind: "do", request: 0, book: "own", at, gesture, ...more });
  }

  /** @param {"undo" | "redo"} kind @param {string} [deed]  one that is named */
  again(kind, deed) {
    return this.#ask({ kind, request: 0, book: "own", at: momentOf(), ...(deed && { deed }) });
  }

  /** @param {SessionAct} act */
  session(act) {
    return this.#ask({ kind: "session", request: 0, act });
  }

  /** Asks what only the server knows or does. @param {Operation} operation @param {Record<string, unknown>} [values] */
  server(operation, values = {}) {
    return this.#ask({ kind: "server", request: 0, operation, values });
  }

  /** @param {boolean} meant */
  massDelete(meant) {
    return this.#ask({ kind: "massDelete", request: 0, book: "own", meant });
  }

  /** @param {string} where @param {Draft | null} draft */
  draft(where, draft) {
    return this.#ask({ kind: "draft", request: 0, book: "own", where, draft });
  }

  /** What rang was seen. @param {string} tag */
  dismiss(tag) {
    return this.#ask({ kind: "dismiss", request: 0, book: "own", tag });
  }

  sync() {
    return this.#ask({ kind: "sync", request: 0, book: "own" });
  }

  /** @param {boolean} visible */
  visible(visible) {
    this.#say({ kind: "visible", visible });
  }

  /**
   * Shows a part of a view, from now on.
   * @param {string} subscription @param {View} view @param {number} from @param {number} count
   * @param {(picture: Picture) => void} show
   */
  look(subscription, view, from, count, show) {
    /** @type {Look} */
    const look = { kind: "look", subscription, book: "own", view, from, count };
    this.#subscriptions.set(subscription, { look, show });
    this.#say(look);
  }

  /** @param {string} subscription */
  leave(subscription) {
    if (this.#subscriptions.delete(subscription)) this.#say({ kind: "leave", subscription });
  }

  /**
   * Hears what the keeper says without a request.
   * @template {News} Kind
   * @param {Kind} kind @param {(message: Extract<ToPage, {kind: Kind}>) => void} listener
   */
  on(kind, listener) {
    const listeners = this.#listeners.get(kind) ?? new Set();
    listeners.add(/** @type {(message: ToPage) => void} */ (listener));
    this.#listeners.set(kind, listeners);
  }

  /** @param {Asking} asking @returns {Promise<Answer>} */
  #ask(asking) {
    asking.request = this.#requests += 1;
    return new Promise((answer) => {
      this.#open.set(asking.request, { asking, answer });
      this.#say(asking);
    });
  }

  /**
   * At the end of what the page is doing, behind all that it has to draw for it: a message wakes the keeper, and where
   * there are few processors it takes one from the page.
   * @param {ToKeeper} message
   */
  #say(message) {
    if (this.#toSay.push(message) > 1) return;
    queueMicrotask(() => inTurn(this.#toSay.splice(0), (one) => this.#post?.postMessage(one)));
  }

  /**
   * What a key did is painted before anything is heard of it: drawing what the keeper says then would delay the frame,
   * and so would the keeper's drawing up of it where there are few processors. The frame behind it shows that; a page
   * that nobody sees, or that gets no frames, does not wait for one.
   */
  paintFirst() {
    if (this.#held || document.hidden) return;
    /** @type {ToPage[]} */
    const held = this.#held = [];
    this.#isPainting = true;
    const painted = () => {
      if (this.#held !== held || !this.#isPainting) return;
      this.#isPainting = false;
      this.#say({ kind: "painted" });
    };
    const end = () => {
      clearTimeout(timer);
      if (this.#held !== held) return;
      painted();
      this.#held = null;
      inTurn(held, (message) => this.#read(message));
    };
    const timer = setTimeout(end, longestFrame);
    requestAnimationFrame(() => {
      // Behind the frame.
      setTimeout(painted);
      requestAnimationFrame(end);
    });
  }

  /** @param {ToPage} message */
  #hear(message) {
    if (this.#held) this.#held.push(message);
    else this.#read(message);
  }

  /** @param {ToPage} message */
  #read(message) {
    if (message.kind === "picture") {
      const subscription = this.#subscriptions.get(message.subscription);
      if (subscription && sameView(subscription.look.view, message.view)) subscription.show(message);
    } else if (message.kind === "done" || message.kind === "refused") {
      this.#falls = 0;
      const request = this.#open.get(message.request);
      this.#open.delete(message.request);
      request?.answer(message);
    } else {
      for (const listener of this.#listeners.get(message.kind) ?? []) listener(message);
      if (message.kind === "fell") this.#fell();
    }
  }

  /** A keeper that falls at once would fall again at once: each further start waits twice as long. */
  #fell() {
    this.#post?.terminate();
    setTimeout(() => {
      this.#again();
      for (const { look } of this.#subscriptions.values()) this.#post?.postMessage(look);
      for (const { asking } of this.#open.values()) this.#post?.postMessage(asking);
    }, this.#falls === 0 ? 0 : Math.min(30_000, 250 * 2 ** this.#falls));
    this.#falls += 1;
  }
}

/** @param {View} one @param {View} other */
export function sameView(one, other) {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}

/**
 * One after the other, each whatever became of the one before: an answer that waits behind a picture that cannot be drawn
 * is heard all the same.
 * @template Message
 * @param {Message[]} messages @param {(message: Message) => void} take
 */
function inTurn(messages, take) {
  for (const message of messages) {
    try {
      take(message);
    } catch (error) {
      reportError(error);
    }
  }
}
