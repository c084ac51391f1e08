/** A clock that stands until it is told to go on, for what waits with `setTimeout`. */
export function standStill() {
  const before = { setTimeout, clearTimeout, now: performance.now };
  let now = 0;
  let names = 0;
  /** @type {Map<number, {at: number, run: () => void}>} */
  const waiting = new Map();
  Object.assign(globalThis, {
    setTimeout: (/** @type {() => void} */ run, /** @type {number} */ wait) => {
      waiting.set(names += 1, { at: now + wait, run });
      return names;
    },
    clearTimeout: (/** @type {number} */ name) => waiting.delete(name),
  });
  performance.now = () => now;
  return {
    /** @param {number} milliseconds */
    pass(milliseconds) {
      now += milliseconds;
      for (const [name, { at, run }] of [...waiting]) if (at <= now && waiting.delete(name)) run();
    },
    goOn() {
      Object.assign(globalThis, { setTimeout: before.setTimeout, clearTimeout: before.clearTimeout });
      performance.now = before.now;
    },
  };
}
