/** How long to wait after each failure in a row: doubled, and of each half by chance. */
export class Backoff {
  /** @param {number} first @param {number} longest milliseconds */
  constructor(first, longest) {
    this.first = first;
    this.longest = longest;
    this.failures = 0;
  }

  succeed() {
    this.failures = 0;
  }

  afterFailure() {
    const doubled = Math.min(this.longest, this.first * 2 ** Math.min(this.failures, 20));
    this.failures += 1;
    return doubled / 2 + Math.random() * (doubled / 2);
  }
}
