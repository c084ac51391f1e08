/**
 * @typedef {object} Clock
 * @property {(milliseconds: number, run: () => void) => () => void} after  once; the answer stops it
 * @property {(milliseconds: number, run: () => void) => void} every
 */

/** The machine's own. @type {Clock} */
export const timers = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  every: (milliseconds, run) => void setInterval(run, milliseconds),
};
