/**
 * What went wrong in the app itself in this browser is counted, for who reports it. No text of it is kept, and nothing
 * is sent.
 */
import { keeper } from "./desk.js";
import { prefer, preferences } from "./preferences.js";

/** Many that come at once are written down once. */
const soon = 1_000;

export function countFaults() {
  let [count, isDue] = [0, false];
  const keep = () => {
    isDue = false;
    prefer({ faults: preferences.value.faults + count, faultAt: Date.now() });
    count = 0;
  };
  const one = () => {
    count += 1;
    if (!isDue) setTimeout(keep, soon);
    isDue = true;
  };
  // A layout that settles a frame later is told as an error, and is none.
  addEventListener("error", ({ message }) => message.startsWith("ResizeObserver") || one());
  addEventListener("unhandledrejection", one);
  keeper.on("fell", one);
}
