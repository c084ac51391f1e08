import { equal } from "../assert.js";
import { gather } from "../../page/list/gather.js";
import { Mailbox } from "../../page/mailbox.js";

/** @typedef {import("../../types/messages.js").Look} Look */

/** A keeper of so many rows, which draws what was asked for before once more, and then what is asked for. */
class Keeper extends EventTarget {
  /** @type {Look | null} */
  #before = null;

  /** @param {number} total */
  constructor(total) {
    super();
    this.total = total;
  }

  postMessage(/** @type {any} */ message) {
    if (message.kind !== "look") return;
    if (this.#before) this.#draw(this.#before);
    this.#before = message;
    this.#draw(message);
  }

  terminate() {}

  /** @param {Look} look */
  #draw({ subscription, view, from, count }) {
    const rows = Array.from({ length: Math.min(count, this.total - from) }, (_, at) => ({ id: `row ${from + at}` }));
    const data = { kind: "picture", subscription, view, from, total: this.total, rows };
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

Deno.test("all of a long view is gathered, also where a page of it is drawn once more meanwhile", async () => {
  const mailbox = new Mailbox();
  mailbox.begin(() => new Keeper(250), () => /** @type {any} */ ({ kind: "hello" }));
  const ids = await gather(mailbox, { kind: "today" });
  equal([ids.length, ids[0], ids[249]], [250, "row 0", "row 249"]);
});
