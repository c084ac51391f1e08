/**
 * Which tasks keep their subtasks folded away, on this device alone. Signing out forgets it.
 */

const place = "daybook-folded";
/** Those that were folded longest ago are open again beyond so many. */
const most = 200;
/** @type {Set<string>} */
let folded = new Set(read());

/** @param {string} id */
export function isFolded(id) {
  return folded.has(id);
}

/** @param {string} id @param {boolean} wanted */
export function fold(id, wanted) {
  folded.delete(id);
  if (wanted) folded.add(id);
  folded = new Set([...folded].slice(-most));
  keep();
}

export function forgetFolded() {
  folded.clear();
  keep();
}

function keep() {
  try {
    if (folded.size > 0) localStorage.setItem(place, JSON.stringify([...folded]));
    else localStorage.removeItem(place);
  } catch { /* where the browser keeps nothing, it counts until the tab is closed */ }
}

/** @returns {string[]} */
function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}
