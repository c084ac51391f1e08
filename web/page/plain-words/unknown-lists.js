/** Names behind a `+` that are no list's: they stay in the title, and whoever wrote them may have meant a list. */

/** From the beginning of a word to the next space or sign, or in quotes. Numbers and dates (`+3d`) are no names. */
const named = /(?<=^|\s)\+(?:"([^"]*\p{L}[^"]*)"|(\p{L}[\p{L}\p{M}\p{N}_-]*))/gu;
const encoder = new TextEncoder();

/**
 * @param {string} text @param {{from: number, to: number}[]} understood  parts of it, in bytes of UTF-8
 * @param {string[]} lists  that are there @returns {string[]}
 */
export function unknownLists(text, understood, lists) {
  return [...text.matchAll(named)].filter((found) => {
    const name = nameOf(found).toLowerCase();
    const isTyping = found.index + found[0].length === text.length;
    const isList = lists.map((list) => list.toLowerCase())
      .some((list) => isTyping ? list.startsWith(name) : list === name);
    const from = encoder.encode(text.slice(0, found.index)).length;
    return !isList && !understood.some((part) => part.from <= from && from < part.to);
  }).map(nameOf);
}

/** @param {RegExpExecArray} found */
function nameOf([, quoted, plain]) {
  return (quoted ?? plain).trim();
}
