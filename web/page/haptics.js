/** What a finger feels where the device can: not where things are to hold still. */
import { isCalm } from "./preferences.js";

/** A short knock. */
export function knock() {
  // A browser refuses it before anything was pressed, and says so.
  if (navigator.userActivation?.hasBeenActive && !isCalm()) navigator.vibrate?.(10);
}
