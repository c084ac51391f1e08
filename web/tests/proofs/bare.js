/**
 * A tab with a real keeper and no screen, for proofs: what a page would be told is kept here, to be looked at.
 *
 * @import { Gesture, Outline, Picture, Standing, View } from "../../types/messages.js"
 */
import { Mailbox } from "../../page/mailbox.js";
import { startKeeper } from "../../page/start-keeper.js";

const tab = `bare-${crypto.randomUUID()}`;

class Bare {
  /** @type {Standing | null} */
  standing = null;
  /** @type {Outline | null} */
  outline = null;
  /** @type {string[]} */
  falls = [];
  /** @type {string[]} */
  events = [];
  /** @type {Worker | null} */
  #worker = null;
  mailbox = new Mailbox();

  constructor() {
    this.mailbox.on("standing", (standing) => this.standing = standing);
    this.mailbox.on("outline", (outline) => this.outline = outline);
    this.mailbox.on("fell", ({ code }) => this.falls.push(code));
    this.mailbox.on("event", ({ name }) => this.events.push(name));
    addEventListener("offline", () => {});
    this.mailbox.begin(() => this.#worker = startKeeper(), () => ({
      kind: "hello",
      tab,
      version: "development",
      zone: "Europe/Berlin",
      deviceName: "A proof",
      visible: true,
    }));
  }

  /** The keeper falls, whatever it was doing, and another begins. */
  fall() {
    this.#worker?.dispatchEvent(new Event("error"));
  }

  /** One picture of a part of a view. @param {View} view @param {number} from @returns {Promise<Picture>} */
  look(view, from = 0) {
    const subscription = `rows from ${from}`;
    return within((resolve) =>
      this.mailbox.look(subscription, view, from, 120, (picture) => {
        if (picture.fromDisk) return;
        this.mailbox.leave(subscription);
        resolve(picture);
      })
    );
  }

  /** Every row of a view. @param {View} view */
  async rows(view) {
    const rows = [];
    for (;;) {
      const picture = await this.look(view, rows.length);
      rows.push(...picture.rows.map(({ id, title, state }) => ({ id, title, state })));
      if (rows.length >= picture.total || picture.rows.length === 0) return rows;
    }
  }

  /** @param {Gesture} gesture */
  do(gesture) {
    return within((resolve) => this.mailbox.do(gesture).then(resolve));
  }

  /** Adds tasks one by one, as somebody types them; answers which of them were shown as done. @param {string[]} titles */
  async type(titles) {
    const shown = [];
    for (const title of titles) {
      const answer = await this.do({ act: "add", titles: [title], place: { kind: "inbox" } });
      if (answer.kind === "done") shown.push(title);
    }
    return shown;
  }
}

/**
 * A promise that is not waited for without an end.
 * @template Result
 * @param {(resolve: (result: Result) => void) => void} thing
 * @returns {Promise<Result>}
 */
function within(thing) {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error("nothing was said for 30 seconds")), 30_000);
    thing(resolve);
  });
}

/** @type {any} */ (globalThis).bare = new Bare();
