/** Texts in groups of about a megabyte. @param {string[]} texts */
export function* pieces(texts) {
  /** @type {string[]} */
  let piece = [];
  let length = 0;
  for (const text of texts) {
    piece.push(text);
    length += text.length;
    if (length < 1 << 20) continue;
    yield piece;
    [piece, length] = [[], 0];
  }
  if (piece.length) yield piece;
}
