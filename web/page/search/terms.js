/**
 * A search as its chips and its words. The chips are terms of the language of filters (docs/use/filters.md) that stand
 * at its beginning; what is written behind them is whatever somebody typed, of the language or not.
 */

/** @typedef {{terms: string[], text: string}} Parts */

/** By one of these the core takes a text for a filter, and not for words alone. */
const signs = /[#:=<>!&|()"]/;
/** Words that mean more than themselves where a text is a filter. */
const meaning = new RegExp(
  "(^|\\s)(-\\S|(open|todo|done|completed|active|started|overdue|today|tomorrow|inbox|backlog|repeating|recurring" +
    "|and|or|not)(\\s|$))",
  "i",
);
/** Whole terms that a chip can stand for, beside those with a name in them. */
const value = '("[^"]+"|[^\\s()|&,"]+)';
const term = new RegExp(
  `^(\\(overdue\\)|#${value}|` +
    "(state|due|date|completed|created|priority|list|tag|category|region|repeats|notes|parent)" +
    `[:<>]=?${value}|sort:-?\\w+)(?=\\s|$)`,
  "i",
);

/** Whether a text is only words. @param {string} text */
export function isPlain(text) {
  return !signs.test(text);
}

/** @param {string} query @returns {Parts} */
export function partsOf(query) {
  const whole = { terms: [], text: query };
  const terms = [];
  let rest = query.trimStart();
  for (let found = rest.match(term); found; found = rest.match(term)) {
    terms.push(found[0]);
    rest = rest.slice(found[0].length).trimStart();
  }
  if (terms.length === 0) return whole;
  const inside = quoted(rest) ?? bracketed(rest);
  if (inside !== null) return { terms, text: inside };
  // What binds otherwise than it looks, or would mean something else as words, stays as it is written.
  return isJoined(rest) || isPlain(rest) && meaning.test(rest) ? whole : { terms, text: rest };
}

/** The search that chips and words are together. @param {Parts} parts */
export function queryOf({ terms, text }) {
  const words = text.trim();
  if (terms.length === 0) return words;
  if (words === "") return terms.join(" ");
  if (isPlain(words)) return `${terms.join(" ")} "${words}"`;
  return `${terms.join(" ")} ${isJoined(words) ? `(${words})` : words}`;
}

/** The filter that a list keeps: there words without a sign would be read as of the language. @param {string} query */
export function savedFilter(query) {
  const words = query.trim();
  return isPlain(words) && words !== "" ? `"${words}"` : words;
}

/** A name as a value of the language; null where it cannot be said. @param {string} name */
export function valueOf(name) {
  if (name.includes('"')) return null;
  return /[\s()|&,]/.test(name) ? `"${name}"` : name;
}

/** The words of a text that is one in quotes. @param {string} text */
function quoted(text) {
  const inside = text.match(/^"([^"]*)"$/)?.[1];
  return inside !== undefined && isPlain(inside) ? inside : null;
}

/** What stands in the brackets around the whole of a text. @param {string} text */
function bracketed(text) {
  if (!text.startsWith("(") || !text.endsWith(")")) return null;
  const inside = text.slice(1, -1);
  let depth = 0;
  for (const sign of inside.replace(/"[^"]*"/g, "")) {
    if (sign === "(") depth += 1;
    else if (sign === ")" && --depth < 0) return null;
  }
  return depth === 0 && isJoined(inside) && !isPlain(inside) ? inside : null;
}

/** Whether an `or` stands outside of brackets and quotes. @param {string} text */
function isJoined(text) {
  let outside = text.replace(/"[^"]*"/g, "");
  for (let before = ""; before !== outside;) {
    before = outside;
    outside = outside.replace(/\([^()]*\)/g, " ");
  }
  return /\||(^|\s)or(\s|$)/i.test(outside);
}
