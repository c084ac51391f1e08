/** What was searched for last, in this browser alone; the latest first. It goes with the account. */

const place = "daybook-searches";
const most = 8;
/** Where nothing is to lie on the disk, or the browser keeps nothing: until the tab is closed. @type {string[]} */
let here = [];

/** @returns {string[]} */
export function recentSearches() {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? "[]");
    return [...new Set([...here, ...Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []])];
  } catch {
    return here;
  }
}

/** @param {string} text @param {boolean} isKept  also when the tab is closed */
export function rememberSearch(text, isKept) {
  const all = [text, ...recentSearches().filter((one) => one !== text && !isBeginning(one, text))].slice(0, most);
  keep(all, isKept);
}

/** @param {string} text @param {boolean} isKept */
export function removeSearch(text, isKept) {
  keep(recentSearches().filter((one) => one !== text), isKept);
}

export function forgetSearches() {
  keep([], true);
}

/** A word that went on being written is one search. @param {string} one @param {string} text */
function isBeginning(one, text) {
  return text.startsWith(one) && !text.slice(one.length).includes(" ");
}

/** @param {string[]} all @param {boolean} isKept */
function keep(all, isKept) {
  here = isKept ? [] : all;
  try {
    if (isKept && all.length > 0) localStorage.setItem(place, JSON.stringify(all));
    else localStorage.removeItem(place);
  } catch {
    here = all;
  }
}
