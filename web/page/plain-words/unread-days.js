/**
 * Days in numbers beside a time that was understood, such as `24.12.` in `24.12. 13:00`: not every language reads them, and
 * the time alone means today, which is not what was meant.
 */

const day = String.raw`\d{1,2}(?:\.\d{1,2}\.?(?:\d{4}|\d{2})?|/\d{1,2}(?:/(?:\d{4}|\d{2}))?)`;
const before = new RegExp(String.raw`(?<=^|\s)(${day}),?\s+(?:at\s+|um\s+)?$`, "u");
const after = new RegExp(String.raw`^,?\s+(?:on\s+|am\s+)?(${day})(?=$|[\s,])`, "u");
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * @param {string} text
 * @param {{kind: string, from: number, to: number}[]} understood  parts of it, in bytes of UTF-8
 * @returns {string[]}
 */
export function unreadDays(text, understood) {
  const bytes = encoder.encode(text);
  const said = (/** @type {number} */ from, /** @type {number} */ to) => decoder.decode(bytes.slice(from, to));
  return understood.filter(({ kind }) => kind === "when" || kind === "due").flatMap(({ from, to }) => {
    // Only up to the next part that was understood: a day in there is none that was left out.
    const begin = Math.max(0, ...understood.map((part) => part.to).filter((end) => end <= from));
    const end = Math.min(bytes.length, ...understood.map((part) => part.from).filter((start) => start >= to));
    const found = before.exec(said(begin, from)) ?? after.exec(said(to, end));
    return found ? [found[1]] : [];
  });
}
