/**
 * What opens the server to this device: the account, the device's name there and its token. They lie on the disk and in
 * this worker's memory, and nowhere else.
 *
 * @import { Book } from "./book.js"
 * @import { Reply } from "./server.js"
 */
import { ask, NoAnswer } from "./server.js";

const rotatesAfter = 7 * 86_400_000;

/**
 * @typedef {object} Credentials
 * @property {string} account @property {string} device @property {string} token
 * @property {number} since  when the token was new
 * @property {string | null} login  the email, as it was typed
 * @property {string[]} [providers]  what those that sign in to the account are called; absent until the server said it
 * @property {number} [passkeys]  how many sign in to the account; absent until the server said it
 * @property {string | null} knownDevice  says at the next login that this device was let in before
 * @property {boolean} [isTrusted]  for a while it is not asked for a code at a login, also after somebody has signed out
 */

export class Access {
  /** @type {Credentials | null} */
  credentials = null;
  /** Why the server lets nobody in with these. @type {{code: string, with?: Record<string, unknown>} | null} */
  refused = null;

  /** @param {Book} book @param {unknown} credentials  as they were kept */
  constructor(book, credentials) {
    this.book = book;
    if (credentials) this.credentials = /** @type {Credentials} */ (credentials);
  }

  get token() {
    return this.credentials?.token ?? null;
  }

  /**
   * The server alone, which names its refusals, says that nobody is let in any more; a proxy before it may want a
   * password of its own.
   * @param {Pick<Reply, "status" | "json">} reply
   */
  heard({ status, json }) {
    if (status === 200) this.refused = null;
    else if (status === 401 && typeof json?.code === "string") {
      this.refused = { code: json.code, ...(json.account ? { with: { account: json.account } } : {}) };
    }
  }

  /**
   * @param {Partial<Credentials>} credentials
   * @param {Credentials | null} [of]  whose they are, where the server was asked: another account may be here by now
   */
  async change(credentials, of = this.credentials) {
    const isHere = () => this.credentials?.token === of?.token;
    if (!this.credentials || !isHere()) return;
    const changed = { ...this.credentials, ...credentials };
    await this.book.keep({ access: changed }, isHere);
    if (isHere()) this.credentials = changed;
  }

  /**
   * The token, renewed where it is a week old. The new one is written down before it is used; where its answer is lost,
   * the old one counts until another is asked for.
   * @param {AbortSignal} signal
   */
  async fresh(signal) {
    const { credentials } = this;
    if (!credentials || Date.now() - credentials.since < rotatesAfter) return this.token;
    try {
      const reply = await ask("POST", "/v1/tokens/current/rotation", { token: credentials.token, signal });
      const token = reply.json?.token;
      if (reply.status === 200 && typeof token === "string") {
        await this.#renew({ token, since: Date.now() }, credentials);
      } // The server did not renew this token: it is asked to again in a week, and not with every request.
      else if (reply.status !== 401) await this.#renew({ since: Date.now() }, credentials);
      else this.heard(reply);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    return this.token;
  }

  /**
   * Where the disk does not take it, it counts all the same until this keeper ends: a keeper that fell would ask for
   * another one, and fall again.
   * @param {Partial<Credentials>} renewed @param {Credentials} of
   */
  async #renew(renewed, of) {
    try {
      await this.change(renewed, of);
    } catch (error) {
      this.book.disk.suffer(error);
      if (this.credentials?.token === of.token) this.credentials = { ...this.credentials, ...renewed };
    }
  }
}
