/**
 * Since when somebody was away: until they looked at the history here the last time. A short way out of it, to a task
 * or to load the page again, belongs to the same visit, so that nothing is gone before it was read.
 */

/** @typedef {{account: string, from: string | null, to: string | null, at: number}} Visit
 *   `from`: what came until then was seen before this visit, `to` in it, both by the server's clock; `at`: when it was
 *   last looked at, by this device's */

const pause = 10 * 60_000;

/**
 * The visit that begins, or goes on, now.
 * @param {Visit | null} before @param {string} account @param {number} now @returns {Visit}
 */
export function visited(before, account, now) {
  if (before?.account !== account) return { account, from: null, to: null, at: now };
  const isOver = now - before.at > pause;
  return { ...before, from: isOver ? before.to ?? before.from : before.from, at: now };
}

/**
 * With what has been seen now.
 * @param {Visit} visit @param {string | undefined} newest @param {number} now @returns {Visit}
 */
export function seen(visit, newest, now) {
  const isLater = newest !== undefined && (visit.to === null || Date.parse(newest) > Date.parse(visit.to));
  return { ...visit, to: isLater ? newest : visit.to, at: now };
}
