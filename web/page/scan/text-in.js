/** The text of a QR code's squares: versions 1 to 8, as large as an address needs, with any error correction. */
import { formatOf, formatPlaces, frame, lanes, masks } from "../qr.js";
import { mended } from "./mended.js";

/** Of each version: its words in all, and for each correction those of a block that correct, and its blocks. */
const versions = [
  [26, [10, 1], [7, 1], [17, 1], [13, 1]],
  [44, [16, 1], [10, 1], [28, 1], [22, 1]],
  [70, [26, 1], [15, 1], [22, 2], [18, 2]],
  [100, [18, 2], [20, 1], [16, 4], [26, 2]],
  [134, [24, 2], [26, 1], [22, 4], [18, 4]],
  [172, [16, 4], [18, 2], [28, 4], [24, 4]],
  [196, [18, 4], [20, 2], [26, 5], [18, 6]],
  [242, [22, 4], [24, 2], [26, 6], [22, 6]],
];
/** So many bits of the fifteen may be wrong. */
const mostWrong = 3;
const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

/** Null where they are no code that can be read. @param {boolean[][]} squares */
export function textIn(squares) {
  const version = (squares.length - 17) / 4;
  const format = formatIn(squares);
  const [all, ...corrections] = versions[version - 1] ?? [];
  if (all === undefined || format === null) return null;
  const mask = masks[format & 7];
  const bits = lanes(frame(squares.length, version)).map(([row, column]) => squares[row][column] !== mask(row, column));
  const words = Array.from(
    { length: /** @type {number} */ (all) },
    (_, at) => bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0),
  );
  const [count, blocks] = /** @type {[number, number]} */ (corrections[format >> 3]);
  const data = unwoven(words, count, blocks).map((block) => mended(block, count)?.slice(0, -count));
  return data.some((block) => !block) ? null : said(data.flatMap((block) => block ?? []));
}

/** Its correction and mask: those that come closest to what one of the two places says. @param {boolean[][]} squares */
function formatIn(squares) {
  const seen = formatPlaces(squares.length).map((places) =>
    places.reduce((sum, [row, column], at) => sum | Number(squares[row][column]) << at, 0)
  );
  const all = Array.from({ length: 32 }, (_, which) => {
    const wrong = Math.min(...seen.map((bits) => ones(bits ^ formatOf(which))));
    return { which, wrong };
  });
  const best = all.reduce((one, other) => other.wrong < one.wrong ? other : one);
  return best.wrong <= mostWrong ? best.which : null;
}

/**
 * The blocks, of which one word each is drawn in turn; the last of them may have a word more.
 * @param {number[]} words @param {number} count @param {number} blocks
 */
function unwoven(words, count, blocks) {
  const data = words.length - count * blocks;
  const least = Math.floor(data / blocks);
  const longer = blocks - data % blocks;
  const found = Array.from({ length: blocks }, () => /** @type {number[]} */ ([]));
  for (let at = 0; at < least * blocks; at += 1) found[at % blocks].push(words[at]);
  for (let at = least * blocks; at < data; at += 1) found[longer + at - least * blocks].push(words[at]);
  for (let at = data; at < words.length; at += 1) found[(at - data) % blocks].push(words[at]);
  return found;
}

/** What the words say, part by part. @param {number[]} words */
function said(words) {
  let at = 0;
  const left = () => words.length * 8 - at;
  const take = (/** @type {number} */ bits) => {
    let number = 0;
    for (const end = at + bits; at < end; at += 1) number = number * 2 + (words[at >> 3] >> 7 - at % 8 & 1);
    return number;
  };
  /** @type {number[]} */
  const bytes = [];
  const letter = (/** @type {number} */ number) => bytes.push(letters.charCodeAt(number));
  while (left() >= 4) {
    const kind = take(4);
    if (kind === 0) break;
    // How bytes are to be read: as what they are anyway.
    if (kind === 7) {
      take(8);
      continue;
    }
    let count = kind === 4 ? take(8) : kind === 2 ? take(9) : kind === 1 ? take(10) : NaN;
    if (!(count * (kind === 4 ? 8 : kind === 2 ? 5.5 : 10 / 3) <= left())) return null;
    for (; kind === 4 && count > 0; count -= 1) bytes.push(take(8));
    for (; kind === 2 && count > 1; count -= 2) {
      const pair = take(11);
      letter(Math.floor(pair / 45));
      letter(pair % 45);
    }
    if (kind === 2 && count > 0) letter(take(6));
    for (; kind === 1 && count > 0; count -= 3) {
      const digits = Math.min(3, count);
      for (const digit of String(take([4, 7, 10][digits - 1])).padStart(digits, "0")) letter(Number(digit));
    }
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

/** @param {number} bits */
function ones(bits) {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1) count += 1;
  return count;
}
