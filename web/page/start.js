/**
 * Where the app begins, as somebody chose for this browser.
 *
 * @import { Address } from "./router.js"
 */
import { preferences } from "./preferences.js";

/** @returns {Address} */
export function startAddress() {
  const { start, dayParts } = preferences.value;
  // Who has put the parts of the day away since begins with the day.
  return start === "board" && dayParts !== false ? { screen: "board" } : { screen: "view", view: startView() };
}

/**
 * The view to begin with, also beneath something else.
 * @returns {{kind: "today" | "inbox" | "upcoming" | "backlog"}}
 */
export function startView() {
  const { start, dayParts } = preferences.value;
  if (start === "board" || start === "backlog" && dayParts === false) return { kind: "today" };
  return { kind: start };
}
