/**
 * When something was done, as a date has it. The clock that events count by stands still on most devices while they sleep, so
 * that it says how long ago a key was pressed, and never when.
 * @param {number} [pressed]  the moment of the event, as events count; now, where there is none
 */
export function momentOf(pressed) {
  const since = pressed === undefined ? 0 : Math.max(0, performance.now() - pressed);
  return Math.round(Date.now() - since);
}
