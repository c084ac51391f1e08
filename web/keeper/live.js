/**
 * The server's live stream, from one connection to the next: small changes come along, of others comes a word that
 * there is something to read.
 *
 * @import { ServerEvent } from "./event-stream.js"
 */
import { Backoff } from "./backoff.js";
import { EventStream } from "./event-stream.js";
import { Sleeper } from "./sleeper.js";

/** A server says something every 20 seconds; one that is silent for longer is not there any more. */
const silence = 60_000;
const longestRetry = 60_000;

export class Live {
  #sleeper = new Sleeper();
  #backoff = new Backoff(1_000, 40_000);
  /** @type {AbortController | null} */
  #connection = null;
  #isEnded = false;
  isHeard = false;

  /**
   * @param {object} ears
   * @param {() => {token: string, cursor: string | null} | null} ears.begin  null while nobody is to listen
   * @param {(event: ServerEvent) => Promise<void>} ears.hear
   * @param {(isHeard: boolean) => void} ears.stands
   * @param {() => void} ears.refused  the token may not count any more
   */
  constructor({ begin, hear, stands, refused }) {
    this.begin = begin;
    this.refused = refused;
    this.hear = hear;
    this.stands = stands;
    this.#run();
  }

  /** Something changed that `begin` depends on: whether to listen, or the token. */
  look() {
    if (!this.begin()) this.#connection?.abort();
    this.#sleeper.wake();
  }

  /** The network may be another: what is silent is not waited for. */
  renew() {
    this.#backoff.succeed();
    this.#sleeper.wake();
  }

  end() {
    this.#isEnded = true;
    this.#connection?.abort();
    this.#sleeper.wake();
  }

  async #run() {
    while (!this.#isEnded) {
      const start = this.begin();
      const pause = start ? await this.#listen(start) : 86_400_000;
      if (!this.#isEnded) await this.#sleeper.sleep(pause);
    }
  }

  /** One connection, from its beginning to its end. @param {{token: string, cursor: string | null}} start */
  async #listen({ token, cursor }) {
    const connection = new AbortController();
    this.#connection = connection;
    const events = new EventStream();
    let silent = setTimeout(() => connection.abort(), silence);
    try {
      /** @type {Record<string, string>} */
      const headers = { accept: "text/event-stream", authorization: `Bearer ${token}` };
      if (cursor) headers["last-event-id"] = cursor;
      const answer = await fetch("/v1/live", {
        headers,
        signal: connection.signal,
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
      });
      if (answer.status === 401) this.refused();
      if (answer.status !== 200 || !answer.body) throw new Error(`status ${answer.status}`);
      this.#backoff.succeed();
      this.#stand(true);
      const reader = answer.body.getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(silent);
        silent = setTimeout(() => connection.abort(), silence);
        for (const event of events.read(value)) await this.hear(event);
      }
    } catch { /* it ended; whatever was missed is pulled */ }
    clearTimeout(silent);
    connection.abort();
    this.#connection = null;
    this.#stand(false);
    const pause = this.#backoff.afterFailure();
    return events.retry === null ? pause : Math.min(events.retry, longestRetry);
  }

  /** @param {boolean} isHeard */
  #stand(isHeard) {
    if (this.isHeard === isHeard) return;
    this.isHeard = isHeard;
    this.stands(isHeard);
  }
}
