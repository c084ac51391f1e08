/**
 * QR codes in bytes: versions 1 to 6 with error correction M, enough for an address with a pairing code, and 6 to 8 with L,
 * for the address of a calendar feed. Blocks of these are of one length, so that they interleave without a rest.
 */

/** Each version: its number, code words in all, error correction words of a block, blocks, and the sign of M or L. */
const versions = [
  [1, 26, 10, 1, 0],
  [2, 44, 16, 1, 0],
  [3, 70, 26, 1, 0],
  [4, 100, 18, 2, 0],
  [5, 134, 24, 2, 0],
  [6, 172, 16, 4, 0],
  [6, 172, 18, 2, 1],
  [7, 196, 20, 2, 1],
  [8, 242, 24, 2, 1],
];
/** So many bytes fit. */
export const most = 192;

/** The powers of 2 where adding is `^`, twice over, and which power each value is. */
export const exponents = new Uint8Array(512);
export const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  exponents[power] = exponents[power + 255] = value;
  logarithms[value] = power;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}

/** @param {number} one @param {number} other */
export const times = (one, other) => one && other ? exponents[logarithms[one] + logarithms[other]] : 0;

/** The error correction words of a block. @param {number[]} data @param {number} count */
function corrections(data, count) {
  let divisor = [1];
  for (let power = 0; power < count; power += 1) {
    divisor = [...divisor, 0].map((each, at) => each ^ times(divisor[at - 1] ?? 0, exponents[power]));
  }
  const rest = [...data, ...new Array(count).fill(0)];
  data.forEach((_, at) => {
    const factor = rest[at];
    divisor.forEach((each, step) => rest[at + step] ^= times(each, factor));
  });
  return rest.slice(data.length);
}

/** The words of a text, in the order in which they are drawn. @param {Uint8Array} bytes @param {number[]} version */
function words(bytes, [, all, each, blocks]) {
  const room = all - each * blocks;
  let bits = "0100" + bytes.length.toString(2).padStart(8, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0".repeat(Math.min(4, room * 8 - bits.length));
  bits += "0".repeat((8 - bits.length % 8) % 8);
  const data = (bits.match(/.{8}/g) ?? []).map((word) => parseInt(word, 2));
  for (let pad = 0; data.length < room; pad += 1) data.push(pad % 2 ? 0x11 : 0xec);
  const parts = Array.from({ length: blocks }, (_, at) => data.slice(at * room / blocks, (at + 1) * room / blocks));
  const checks = parts.map((part) => corrections(part, each));
  const weave = (/** @type {number[][]} */ lanes) => lanes[0].flatMap((_, at) => lanes.map((lane) => lane[at]));
  return [...weave(parts), ...weave(checks)];
}

/** Which squares each mask turns over. @type {((row: number, column: number) => boolean)[]} */
export const masks = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => (r * c) % 2 + (r * c) % 3 === 0,
  (r, c) => ((r * c) % 2 + (r * c) % 3) % 2 === 0,
  (r, c) => ((r + c) % 2 + (r * c) % 3) % 2 === 0,
];

/** The dark squares of a text's code, row by row. @param {string} text @returns {boolean[][]} */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versions.find(([, all, each, blocks]) => all - each * blocks >= bytes.length + 2);
  if (!version) throw new RangeError("too long for a code of version 8");
  const [number, , , , level] = version;
  const size = 17 + 4 * number;
  const fixed = frame(size, number);
  const bits = words(bytes, version).map((word) => word.toString(2).padStart(8, "0")).join("");
  const candidates = masks.map((hides, mask) => {
    const squares = fixed.map((row) => [...row]);
    write(squares, fixed, bits, hides);
    writeFormat(squares, level << 3 | mask);
    return squares.map((row) => row.map(Boolean));
  });
  return candidates.reduce((best, other) => penalty(other) < penalty(best) ? other : best);
}

/** What is the same in every code of a version; null where words go. @param {number} size @param {number} version */
export function frame(size, version) {
  const squares = Array.from({ length: size }, () => /** @type {(boolean | null)[]} */ (new Array(size).fill(null)));
  const draw = (/** @type {number} */ row, /** @type {number} */ column, /** @type {number} */ reach) => {
    for (let r = -reach; r <= reach; r += 1) {
      for (let c = -reach; c <= reach; c += 1) {
        const distance = Math.max(Math.abs(r), Math.abs(c));
        if (squares[row + r]?.[column + c] !== undefined) {
          squares[row + r][column + c] = distance !== 2 && distance !== 4;
        }
      }
    }
  };
  for (let at = 8; at < size - 8; at += 1) squares[6][at] = squares[at][6] = at % 2 === 0;
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]]) draw(row, column, 4);
  const last = size - 7;
  const middles = version > 6 ? [6, (6 + last) / 2, last] : [6, last];
  const aligned = middles.flatMap((row) => middles.map((column) => [row, column]));
  for (const [row, column] of version > 1 ? aligned : []) {
    // The finders stand in the other corners.
    if (row + column === 12 || row + column === 6 + last && (row === 6 || column === 6)) continue;
    for (let r = -2; r <= 2; r += 1) {
      for (let c = -2; c <= 2; c += 1) squares[row + r][column + c] = Math.max(Math.abs(r), Math.abs(c)) !== 1;
    }
  }
  writeFormat(squares, 0);
  if (version > 6) writeVersion(squares, version);
  return squares;
}

/** Larger codes say their number, twice, with a check of its own. @param {(boolean | null)[][]} squares @param {number} version */
function writeVersion(squares, version) {
  let rest = version << 12;
  for (let bit = 17; bit >= 12; bit -= 1) if (rest & (1 << bit)) rest ^= 0x1f25 << (bit - 12);
  const bits = version << 12 | rest;
  for (let at = 0; at < 18; at += 1) {
    const [near, far] = [Math.floor(at / 3), squares.length - 11 + at % 3];
    squares[near][far] = squares[far][near] = (bits >> at & 1) === 1;
  }
}

/** @param {(boolean | null)[][]} squares @param {(boolean | null)[][]} fixed @param {string} bits @param {typeof masks[number]} mask */
function write(squares, fixed, bits, mask) {
  lanes(fixed).forEach(([row, column], at) => squares[row][column] = (bits[at] === "1") !== mask(row, column));
}

/** Where words go, bit by bit: up and down in lanes of two squares, from the right. @param {(boolean | null)[][]} fixed */
export function lanes(fixed) {
  const size = fixed.length;
  /** @type {[row: number, column: number][]} */
  const places = [];
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (fixed[row][column] === null) places.push([row, column]);
      }
    }
  }
  return places;
}

/** Which correction and mask, twice, with a check of its own. @param {(boolean | null)[][]} squares @param {number} which */
function writeFormat(squares, which) {
  const size = squares.length;
  const format = formatOf(which);
  for (const places of formatPlaces(size)) {
    places.forEach(([row, column], at) => squares[row][column] = (format >> at & 1) === 1);
  }
  squares[size - 8][8] = true;
}

/** The fifteen bits of a correction and a mask. @param {number} which */
export function formatOf(which) {
  let rest = which << 10;
  for (let bit = 14; bit >= 10; bit -= 1) if (rest & (1 << bit)) rest ^= 0x537 << (bit - 10);
  return ((which << 10) | rest) ^ 0x5412;
}

/** Where these stand, the last bit first. @param {number} size @returns {[row: number, column: number][][]} */
export function formatPlaces(size) {
  const all = Array.from({ length: 15 }, (_, at) => at);
  return [
    all.map((at) => [at < 6 ? at : at < 8 ? at + 1 : size - 15 + at, 8]),
    all.map((at) => [8, at < 8 ? size - 1 - at : at < 9 ? 7 : 14 - at]),
  ];
}

/** How hard a code is to read: long runs, full squares, and more dark than light. @param {boolean[][]} squares */
function penalty(squares) {
  const size = squares.length;
  const columns = squares.map((_, at) => squares.map((row) => row[at]));
  let points = 0;
  for (const line of [...squares, ...columns]) {
    const text = line.map((dark) => dark ? "1" : "0").join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    points += 40 * (text.match(/(?=10111010000|00001011101)/g) ?? []).length;
  }
  for (let row = 1; row < size; row += 1) {
    for (let column = 1; column < size; column += 1) {
      const dark = squares[row][column];
      const same = [squares[row - 1][column], squares[row][column - 1], squares[row - 1][column - 1]];
      if (same.every((other) => other === dark)) points += 3;
    }
  }
  const dark = squares.flat().filter(Boolean).length / (size * size);
  return points + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
}
