/**
 * After the first task: the account that it is to be in, as soon as the server answers.
 *
 * @import { Office } from "./office.js"
 */
import { begin } from "./entering.js";
import { Backoff } from "./nap.js";
import { Refusal } from "./session.js";

export class Beginning {
  /** Why no account can be begun, as far as the server has said. @type {"closed" | "invite" | null} */
  registration = null;
  #isAsking = false;
  #backoff = new Backoff(1_000, 40_000);

  /** @param {Office} office */
  constructor(office) {
    this.office = office;
  }

  async begin() {
    const { office } = this;
    if (this.#isAsking || this.registration) return;
    this.#isAsking = true;
    while (!office.access.papers && !office.ending.signal.aborted) {
      try {
        await begin(office);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === "registration_closed") this.registration = "closed";
        if (error.code === "invite_required") this.registration = "invite";
        office.stand();
        if (this.registration) break;
        const pause = this.#backoff.afterFailure();
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    this.#isAsking = false;
  }
}
