/**
 * A task from what another app or a page brings: the share menu of a phone, a bookmark, a link. What each of them calls
 * title and text differs: some put the address into the text, some bring nothing but it.
 *
 * @import { Draft } from "../../types/messages.js"
 */

/** A title that one can take in; what is longer stands whole in the notes. */
const longest = 200;
/** More than a page's selection, and far less than what a task may hold. */
const longestNotes = 50_000;

/** @param {string} query  of the address @returns {Draft} */
export function draftOf(query) {
  const brought = new URLSearchParams(query);
  const [title, text, url] = ["title", "text", "url"].map((name) => cleaned(brought.get(name) ?? ""));
  const first = title || text.replace(url, "").trim().split("\n")[0].trim() || url;
  const line = first.replaceAll(/\s+/g, " ");
  const short = shortened(line);
  const rest = [short === line ? "" : line, text, url].filter((one) => one !== "" && one !== short);
  const notes = rest.filter((one, at) => !rest.some((other, place) => holds(other, one, place, at)));
  return { title: short, notes: cut(notes.join("\n"), longestNotes) };
}

/** Whether another part says it already. */
function holds(
  /** @type {string} */ other,
  /** @type {string} */ one,
  /** @type {number} */ place,
  /** @type {number} */ at,
) {
  return place !== at && other.includes(one) && (other !== one || place < at);
}

/** Lines end as here, and nothing is in it that nobody sees. @param {string} text */
function cleaned(text) {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(/(?![\n\t])\p{Cc}|\ufeff/gu, "").trim();
}

/** @param {string} line */
function shortened(line) {
  if ([...line].length <= longest) return line;
  const begin = cut(line, longest);
  const space = begin.lastIndexOf(" ");
  return `${(space > longest / 2 ? begin.slice(0, space) : begin).trimEnd()}…`;
}

/** Between characters, never in the middle of one. @param {string} text @param {number} most */
function cut(text, most) {
  return text.length <= most ? text : [...text].slice(0, most).join("");
}
