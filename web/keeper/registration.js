/**
 * Registers an account after the first task, as soon as the server answers.
 *
 * @import { Leader } from "./leader.js"
 */
import { Refusal } from "./api.js";
import { Backoff } from "./backoff.js";
import { register } from "./sign-in.js";

export class Registration {
  /** Why the server registers no account, as far as it has said. @type {"closed" | "invite" | null} */
  refusal = null;
  #isAsking = false;
  #backoff = new Backoff(1_000, 40_000);

  /** @param {Leader} leader */
  constructor(leader) {
    this.leader = leader;
  }

  /** Asks until there is an account, or the server has said that it registers none. */
  async begin() {
    const { leader } = this;
    if (this.#isAsking || this.refusal) return;
    this.#isAsking = true;
    while (!leader.access.credentials && !leader.ending.signal.aborted) {
      try {
        await register(leader);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === "registration_closed") this.refusal = "closed";
        if (error.code === "invite_required") this.refusal = "invite";
        leader.stand();
        if (this.refusal) break;
        const pause = this.#backoff.afterFailure();
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    this.#isAsking = false;
  }
}
