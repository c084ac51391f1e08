/** Finds what can be opened in a text: addresses of the web and of mail, and nothing else, whatever it looks like. */

const address = /\bhttps?:\/\/[^\s<>"]+|\bmailto:[^\s<>"]+/gi;
const schemes = ["http:", "https:", "mailto:"];

/** @typedef {{text: string, href: string | null}} Piece */

/** The whole text in pieces, of which some lead somewhere. @param {string} text @returns {Piece[]} */
export function piecesOf(text) {
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = withoutStop(found);
    const href = hrefOf(link);
    if (!href) continue;
    if (index > end) pieces.push({ text: text.slice(end, index), href: null });
    pieces.push({ text: link, href });
    end = index + link.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), href: null });
  return pieces;
}

/** A stop behind an address belongs to the sentence, and so does a bracket that nothing in it opens. @param {string} text */
function withoutStop(text) {
  for (;;) {
    const last = text.at(-1) ?? "";
    const opening = { ")": "(", "]": "[", "}": "{" }[last];
    const isOwn = opening && text.split(opening).length >= text.split(last).length;
    if (!opening && !/[.,;:!?'*\u2019\u201d\u00bb]/.test(last) || isOwn) return text;
    text = text.slice(0, -1);
  }
}

/** @param {string} text */
function hrefOf(text) {
  if (!URL.canParse(text)) return null;
  const { protocol, href, host, pathname } = new URL(text);
  return schemes.includes(protocol) && (host || pathname) ? href : null;
}
