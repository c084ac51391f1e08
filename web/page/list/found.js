/**
 * What a search found in a row, marked: pieces of text, never markup.
 *
 * @import { Row } from "../../types/messages.js"
 */
import { element } from "../element.js";

/** A text with its finds in marks. @param {string} text @param {[number, number][]} [found]  in their order */
export function marked(text, found = []) {
  const pieces = [];
  let end = 0;
  for (const [from, to] of found) {
    pieces.push(text.slice(end, from), element("mark", {}, text.slice(from, to)));
    end = to;
  }
  return [...pieces, text.slice(end)];
}

/** The passage of the notes that was found. @param {Row} row */
export function foundLine({ foundNotes }) {
  return foundNotes && element(
    "span",
    { class: "found-notes" },
    foundNotes.map(({ text, isMatch }) => isMatch ? element("mark", {}, text) : text),
  );
}
