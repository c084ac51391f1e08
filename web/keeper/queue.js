/** Does one thing at a time, in the order in which it is told. What fails, fails for itself. */
export class Queue {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @template Result
   * @param {() => Result | Promise<Result>} thing
   * @returns {Promise<Result>}
   */
  run(thing) {
    const result = this.#last.then(thing);
    this.#last = result.catch(() => {});
    return result;
  }
}
