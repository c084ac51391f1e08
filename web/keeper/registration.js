/**
 * Registers an account after the first task, as soon as the server answers; none where a person wants everything to stay
 * on this device.
 *
 * @import { Leader } from "./leader.js"
 */
import { Refusal } from "./api.js";
import { Backoff } from "./backoff.js";
import { ask } from "./server.js";
import { register } from "./sign-in.js";

export class Registration {
  /** Why the server registers no account, as far as it has said. @type {"closed" | "invite" | null} */
  refusal = null;
  /** Whether strangers can register here and the operator has not decided so. */
  undecided = false;
  /** Nothing goes to the server until somebody chooses otherwise. */
  onlyHere = false;
  #isAsking = false;
  #backoff = new Backoff(1_000, 40_000);

  /** @param {Leader} leader */
  constructor(leader) {
    this.leader = leader;
  }

  /** What a first visit should know before anything is written down. Where no answer comes, the first task will tell. */
  async look() {
    const { leader } = this;
    const reply = await ask("GET", "/v1").catch(() => null);
    const policy = reply?.status === 200 ? reply.json?.registration : null;
    if (leader.access.credentials || leader.ending.signal.aborted || this.onlyHere) return;
    if (policy === "invite" || policy === "closed") this.refusal = policy;
    this.undecided = reply?.json?.registrationUndecided === true;
    leader.stand();
  }

  /** Asks until there is an account, or the server has said that it registers none. */
  async begin() {
    const { leader } = this;
    if (this.#isAsking || this.refusal || this.onlyHere) return;
    this.#isAsking = true;
    while (!leader.access.credentials && !leader.ending.signal.aborted && !this.onlyHere) {
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

  /** What was done and will be done stays here. It counts at once, though the disk takes a moment. */
  async stayHere() {
    const { leader } = this;
    if (leader.access.credentials) throw new Refusal("has_account");
    this.onlyHere = true;
    this.refusal = null;
    await leader.book.keep({ onlyHere: true });
    leader.stand();
  }

  /** All of it goes to the server: at once, or with the first task. */
  async sendAll() {
    const { leader } = this;
    this.onlyHere = false;
    await leader.book.keep({ onlyHere: undefined });
    leader.stand();
    if ((leader.book.standing?.waiting ?? 0) > 0) this.begin();
  }
}
