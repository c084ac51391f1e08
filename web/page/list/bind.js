/**
 * Gives a list its gestures: pointer, touch and keys each stand in a file of their own.
 *
 * @import { ListDeeds } from "./list-deeds.js"
 */
import { bindClicks } from "./clicks.js";
import { bindPointer } from "./pointer.js";

/** @param {ListDeeds} list @returns {() => void} takes them away */
export function bindList(list) {
  const ends = [bindClicks(list), bindPointer(list)];
  return () => ends.forEach((end) => end());
}
