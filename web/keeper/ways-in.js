/**
 * How the account can be signed in to: by an email, by providers, by passkeys, or not at all. Any device may change that, so the
 * server is asked: once by each leader, and where somebody looks. The answer is kept, for the time without a network.
 *
 * @import { Leader } from "./leader.js"
 */
import { ask, codeOf } from "./server.js";

export class WaysIn {
  /** The token under which this leader has been answered. @type {string | null} */
  #answered = null;

  /** @param {Leader} leader */
  constructor(leader) {
    this.leader = leader;
  }

  /** Nobody can sign in to an account that was just begun. @param {string} token */
  areNone(token) {
    this.#answered = token;
  }

  /** Asks where this leader has not been answered yet. */
  async learn() {
    const { token, refused } = this.leader.access;
    if (!token || refused || this.#answered === token) return;
    this.#answered = token;
    if (!await this.ask()) this.#answered = null;
  }

  /** Asks. Answers whether the server said it. */
  async ask() {
    const { access, ending } = this.leader;
    const { token } = access;
    if (!token) return false;
    const get = (/** @type {string} */ path) => ask("GET", path, { token, signal: ending.signal });
    try {
      const [login, linked, held] = await Promise.all(
        ["login", "identities", "passkeys"].map((name) => get(`/v1/account/${name}`)),
      );
      const hasLogin = login.status === 200;
      if (!hasLogin && codeOf(login) !== "not_claimed" || linked.status !== 200 || held.status !== 200) return false;
      const providers = linked.json.identities.length > 0 ? await this.#named(linked.json.identities) : [];
      if (access.token !== token) return false;
      const passkeys = held.json.passkeys.length;
      await access.change({ login: hasLogin ? login.json.email : null, providers, passkeys });
    } catch {
      return false;
    }
    this.leader.stand();
    return true;
  }

  /** What providers are called. @param {{provider: string | null, issuer: string}[]} identities */
  async #named(identities) {
    const { json } = await ask("GET", "/v1/identity/providers", { signal: this.leader.ending.signal });
    /** @type {{name: string, title: string}[]} */
    const known = json?.providers ?? [];
    const name = (/** @type {{provider: string | null, issuer: string}} */ { provider, issuer }) =>
      known.find(({ name }) => name === provider)?.title ?? new URL(issuer).hostname;
    return [...new Set(identities.map(name))];
  }
}
