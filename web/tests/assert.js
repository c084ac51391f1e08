/** What unit tests say. Each throws with what was wanted and what was there. */

/** @param {unknown} condition @param {string} [about] @returns {asserts condition} */
export function ok(condition, about = "") {
  if (!condition) throw new Error(`not so ${about}`);
}

/** @param {unknown} there @param {unknown} wanted @param {string} [about] */
export function equal(there, wanted, about = "") {
  const [one, other] = [there, wanted].map((value) => JSON.stringify(value, sorted) ?? String(value));
  if (one !== other) throw new Error(`${about} wanted ${other}, was ${one}`);
}

/** @param {string} there @param {RegExp} pattern */
export function match(there, pattern) {
  ok(pattern.test(there), `${there} as ${pattern}`);
}

/** @param {() => unknown} run @param {new (...args: any[]) => Error} kind */
export function throws(run, kind) {
  try {
    run();
  } catch (error) {
    return ok(error instanceof kind, String(error));
  }
  throw new Error("nothing was thrown");
}

/** Members in one order. @param {string} _ @param {unknown} value */
function sorted(_, value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1));
}
