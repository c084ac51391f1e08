/** Where the focus goes when what has it goes away: no press by a key leaves somebody at the beginning of the page. */
import * as screen from "./screen.js";

/**
 * Takes away what is to go, and hands the focus on where it was in there.
 * @param {Element} room  that what goes stands in @param {() => void} go
 * @param {() => Element | null} next  what gets the focus; where that is gone as well, the list
 */
export function handOn(room, go, next) {
  const focused = document.activeElement;
  const hadFocus = focused !== null && room.contains(focused);
  const isByKeys = hadFocus && focused.matches(":focus-visible");
  go();
  if (!hadFocus || room.contains(document.activeElement)) return;
  const heir = next();
  const isThere = heir instanceof HTMLElement && heir.isConnected;
  // A finger opens no keyboard by that.
  if (isThere && (isByKeys || !isText(heir))) heir.focus({ preventScroll: true });
  else if (isByKeys) screen.list()?.focus();
}

/**
 * Takes away lines above a list: the focus goes on to the next one, else to the list.
 * @param {...(Element | null | undefined)} lines  of the same room
 */
export function putAway(...lines) {
  const room = lines[0]?.parentElement;
  if (!room) return;
  handOn(room, () => lines.forEach((line) => line?.remove()), () => room.querySelector("button"));
}

/** @param {Element} node */
function isText(node) {
  return node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement;
}
