/**
 * Reads server-sent events as the HTML standard says, from pieces of any size: `EventSource` could not send the token.
 *
 * @typedef {{name: string, data: string, id: string | null}} ServerEvent
 */
export class EventStream {
  #decoder = new TextDecoder();
  #line = "";
  /** A line feed right after a carriage return belongs to it. */
  #skipsFeed = false;
  #name = "";
  /** @type {string[]} */
  #data = [];
  /** The last one that was given, which counts for all that follow. @type {string | null} */
  #id = null;
  /** How long to wait before coming back, where the server said so. @type {number | null} */
  retry = null;

  /** More than any event has: who sends this is no Daybook, and is not read on. */
  static longest = 4 << 20;

  /** @param {Uint8Array} bytes @returns {ServerEvent[]} */
  read(bytes) {
    /** @type {ServerEvent[]} */
    const events = [];
    for (const character of this.#decoder.decode(bytes, { stream: true }).split(/(\r\n|\r|\n)/)) {
      if (character === "\r\n" || character === "\r" || character === "\n") {
        if (character === "\n" && this.#skipsFeed && this.#line === "") {
          this.#skipsFeed = false;
          continue;
        }
        this.#skipsFeed = character === "\r";
        const line = this.#line;
        this.#line = "";
        this.#take(line, events);
      } else if (character !== "") {
        this.#skipsFeed = false;
        this.#line += character;
        if (this.#line.length > EventStream.longest) throw new RangeError("an event without an end");
      }
    }
    return events;
  }

  /** @param {string} line @param {ServerEvent[]} events */
  #take(line, events) {
    if (line === "") {
      if (this.#data.length) {
        events.push({ name: this.#name || "message", data: this.#data.join("\n"), id: this.#id });
      }
      this.#name = "";
      this.#data = [];
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.#name = value;
    else if (field === "data") this.#data.push(value);
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d+$/.test(value)) this.retry = Number(value);
  }
}
