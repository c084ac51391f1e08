/** Said once, after the first task of a browser. */

export const sentences = {
  asked: "Daybook can be installed on this device.",
  byHand: "To install Daybook: Share, then Add to Home Screen.",
  none: "Tasks can come from other apps, too.",
};
export const install = "Install";
export const elsewhere = "From other apps";
export const notNow = "Not now";
export const onlyHere = "Only on this device";
export const change = "Change";
