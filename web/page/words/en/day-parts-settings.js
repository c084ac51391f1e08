/** What somebody can choose who plans by parts of the day. */
export const title = "Parts of the day";
export const rules = "Rules for the parts of the day";
export const show = "Board and Backlog";
export const showMore = "Plan in Morning, Afternoon and Evening";
export const rollover = "Move what was not done to the backlog";
export const rolloverMore = "At the end of the day, for tasks in Morning, Afternoon and Evening";
export const unlock = "Complementary waits for the Must-Do";
export const unlockMore = "It opens when the Must-Do of its part of the day is done";
/** @param {string} bucket */
export const limit = (bucket) => `${bucket} tasks in a part of the day`;
/** Of each bucket. @type {Record<string, string>} */
export const limitMore = {
  mustDo: "What a morning, an afternoon or an evening is about",
  complementary: "What there is time for beside it",
  misc: "Small things; what is written down there is one of these first",
};
export const backlogLimit = "Tasks in the backlog";
export const backlogLimitMore = "Empty for as many as come";
