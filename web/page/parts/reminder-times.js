/** The times before a task is due that are mostly wanted for its reminder. */

const minutesBefore = [0, 10, 60, 1_440];

/** Those that are still to come. @param {string} dueAt @param {number} now */
export function timesBefore(dueAt, now) {
  return minutesBefore
    .map((minutes) => ({ minutes, time: Date.parse(dueAt) - minutes * 60_000 }))
    .filter(({ time }) => time > now)
    .map(({ minutes, time }) => ({ minutes, at: new Date(time).toISOString() }));
}
