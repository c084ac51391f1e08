/**
 * The three corners of a QR code: squares in squares, which every line through them cuts as dark, light, dark, light,
 * dark in parts of 1, 1, 3, 1 and 1.
 *
 * @import { Picture } from "./picture.js"
 */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {square: number, seen: number}} Corner  `square` is a side of the code's squares, about */
/** @typedef {[topLeft: Corner, topRight: Corner, bottomLeft: Corner]} Corners */

const parts = [1, 1, 3, 1, 1];
/** Of what looks like a corner most often. */
const mostCorners = 8;

/** Those that may belong together, the likeliest first. @param {Picture} picture @returns {Corners[]} */
export function cornersIn(picture) {
  const found = all(picture).sort((one, other) => other.seen - one.seen).slice(0, mostCorners);
  /** @type {{corners: Corners, fault: number}[]} */
  const likely = [];
  for (let a = 0; a < found.length; a += 1) {
    for (let b = a + 1; b < found.length; b += 1) {
      for (let c = b + 1; c < found.length; c += 1) {
        const corners = inOrder([found[a], found[b], found[c]]);
        const fault = faultOf(corners);
        if (fault < 1) likely.push({ corners, fault });
      }
    }
  }
  return likely.sort((one, other) => one.fault - other.fault).map(({ corners }) => corners);
}

/** @param {Picture} picture */
function all(picture) {
  /** @type {Corner[]} */
  const corners = [];
  const step = Math.max(1, Math.floor(picture.height / 360));
  for (let y = 0; y < picture.height; y += step) {
    for (const { middle, length } of cuts(picture, y)) {
      const down = crossed(picture, middle, y, 0, 1);
      if (!down || down.length > 2 * length || length > 2 * down.length) continue;
      const across = crossed(picture, middle, y + down.offset, 1, 0);
      if (!across) continue;
      const seen = {
        x: Math.floor(middle) + across.offset,
        y: y + down.offset,
        square: (down.length + across.length) / 14,
        seen: 1,
      };
      const known = corners.find((one) => Math.hypot(one.x - seen.x, one.y - seen.y) < one.square * 2);
      if (!known) corners.push(seen);
      else {
        for (const what of /** @type {const} */ (["x", "y", "square"])) {
          known[what] = (known[what] * known.seen + seen[what]) / (known.seen + 1);
        }
        known.seen += 1;
      }
    }
  }
  return corners;
}

/** Where a line of the picture is cut as a corner is. @param {Picture} picture @param {number} y */
function cuts(picture, y) {
  /** @type {{middle: number, length: number}[]} */
  const found = [];
  const runs = [0, 0, 0, 0, 0];
  let isDark = false;
  let run = 0;
  for (let x = 0; x <= picture.width; x += 1) {
    if (x < picture.width && picture.isDark(x, y) === isDark) {
      run += 1;
      continue;
    }
    runs.copyWithin(0, 1);
    runs[4] = run;
    if (isDark && isCorner(runs)) {
      const length = runs.reduce((sum, each) => sum + each, 0);
      found.push({ middle: x - runs[4] - runs[3] - runs[2] / 2, length });
    }
    isDark = !isDark;
    run = 1;
  }
  return found;
}

/**
 * Whether what is around a point is cut as a corner in one direction, how long that is, and how far from the point its
 * middle is.
 * @param {Picture} picture @param {number} x @param {number} y @param {number} dx @param {number} dy
 */
function crossed(picture, x, y, dx, dy) {
  const most = Math.max(picture.width, picture.height);
  const walk = (/** @type {1 | -1} */ way) => {
    const runs = [0, 0, 0];
    let step = way === 1 ? 0 : 1;
    for (let part = 0; part < 3; part += 1) {
      const isDark = part !== 1;
      while (step < most && picture.isDark(x + way * step * dx, y + way * step * dy) === isDark) {
        runs[part] += 1;
        step += 1;
      }
    }
    return runs;
  };
  const [before, after] = [walk(-1), walk(1)];
  const runs = [before[2], before[1], before[0] + after[0], after[1], after[2]];
  if (!isCorner(runs)) return null;
  const length = runs.reduce((sum, each) => sum + each, 0);
  return { length, offset: (after[0] - before[0]) / 2 };
}

/** @param {number[]} runs */
function isCorner(runs) {
  const square = runs.reduce((sum, each) => sum + each, 0) / 7;
  return square >= 1 &&
    runs.every((run, at) => Math.abs(run - parts[at] * square) < (parts[at] === 3 ? 1.5 : 0.75) * square);
}

/** The one with the right angle first, then clockwise. @param {Corners} corners @returns {Corners} */
function inOrder([a, b, c]) {
  const [ab, bc, ca] = [distance(a, b), distance(b, c), distance(c, a)];
  const [first, one, other] = bc >= ab && bc >= ca ? [a, b, c] : ca >= ab ? [b, a, c] : [c, a, b];
  const turn = (one.x - first.x) * (other.y - first.y) - (one.y - first.y) * (other.x - first.x);
  return turn > 0 ? [first, one, other] : [first, other, one];
}

/** How far they are from two equal sides and a right angle, of squares of one size. @param {Corners} corners */
function faultOf([first, one, other]) {
  const [across, down] = [distance(first, one), distance(first, other)];
  const angle = ((one.x - first.x) * (other.x - first.x) + (one.y - first.y) * (other.y - first.y)) / (across * down);
  const sizes = [first.square, one.square, other.square];
  const uneven = Math.max(...sizes) / Math.min(...sizes) - 1;
  return Math.abs(across - down) / Math.max(across, down) + Math.abs(angle) + uneven / 2;
}

/** @param {Point} one @param {Point} other */
export function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
