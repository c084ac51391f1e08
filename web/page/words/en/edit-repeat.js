/** The form of a repetition. */

export const title = "Repeat";
export const every = "Every";
export const unit = "Days, weeks, months or years";
/** @param {number} count */
export const units = (count) => {
  const s = count === 1 ? "" : "s";
  return { daily: `day${s}`, weekly: `week${s}`, monthly: `month${s}`, yearly: `year${s}` };
};
export const weekdays = "On";
export const by = { day: "on day", weekday: "on the", own: "as it is now" };
export const which = "Which";
export const month = "Month";
export const day = "Day";
export const ordinals = { 1: "first", 2: "second", 3: "third", 4: "fourth", "-1": "last" };
export const lastDay = "the last";
export const ends = "Ends";
export const endings = { never: "never", until: "on a date", count: "after a number of times" };
export const until = "The last date";
export const count = "How many times";
export const comes = "The next one comes";
export const coming = { done: "once this is done", schedule: "on its day" };
export const next = "Then on";
export const nextHint = "A press leaves a day out, or takes it in again.";
export const over = "This is the last time.";
/** @param {string} day */
export const leftOut = (day) => `${day}, left out`;
export const save = "Save";
export const cancel = "Cancel";
export const following = "What you change in this task is so in those that follow, too.";
