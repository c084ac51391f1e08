/**
 * The text of the QR code in a picture, however it is turned and seen: its corners, how many squares lie between them,
 * what each of these is, and what they say.
 *
 * @import { Corner, Corners, Point } from "./corners.js"
 */
import { cornersIn, distance } from "./corners.js";
import { Picture } from "./picture.js";
import { seenFrom } from "./plane.js";
import { textIn } from "./text-in.js";

/** Corners that look likely are tried, and so are versions. */
const mostTries = 6;
/** The corner without a large square has a small one, of which so many of 25 squares have to be right. */
const enough = 21;
/** And it is looked for so many squares around where it would be in a flat code. */
const reach = 6;

/**
 * Null where there is none that can be read.
 * @param {{data: Uint8ClampedArray, width: number, height: number}} image
 */
export function textScanned(image) {
  const picture = new Picture(image);
  for (const corners of cornersIn(picture).slice(0, mostTries)) {
    for (const version of versionsBetween(picture, corners)) {
      const text = textIn(squaresOf(picture, corners, 17 + 4 * version));
      if (text !== null) return text;
    }
  }
  return null;
}

/** The likeliest first. @param {Picture} picture @param {Corners} corners */
function versionsBetween(picture, [first, one, other]) {
  const squares = [one, other].map((far) => {
    const sides = [[first, far], [far, first]].flatMap(([from, to]) => [
      edge(picture, from, to, 1),
      edge(picture, from, to, -1),
    ]).filter((side) => side > 0);
    const square = sides.reduce((sum, side) => sum + side / 3.5, 0) / (sides.length || 1);
    return distance(first, far) / (square || first.square) + 7;
  });
  const exact = ((squares[0] + squares[1]) / 2 - 17) / 4;
  const near = Math.round(exact);
  const next = exact > near ? 1 : -1;
  return [near, near + next, near - next].filter((version) => version >= 1 && version <= 8);
}

/** How far its edge is from the middle of a corner: dark, light, dark, and then light. */
function edge(
  /** @type {Picture} */ picture,
  /** @type {Corner} */ from,
  /** @type {Corner} */ to,
  /** @type {number} */ way,
) {
  const whole = distance(from, to);
  const [dx, dy] = [(to.x - from.x) / whole * way, (to.y - from.y) / whole * way];
  let [turns, isDark] = [0, true];
  for (let step = 0; step < whole; step += 0.5) {
    if (picture.isDark(from.x + dx * step, from.y + dy * step) === isDark) continue;
    isDark = !isDark;
    if ((turns += 1) === 3) return step;
  }
  return 0;
}

/** @param {Picture} picture @param {Corners} corners @param {number} size */
function squaresOf(picture, corners, size) {
  const [first, one, other] = corners;
  const between = size - 7;
  const [across, down] = [one, other].map(({ x, y }) => ({ x: (x - first.x) / between, y: (y - first.y) / between }));
  /** Where a square would be if the code lay flat before the camera. */
  const flat = (/** @type {number} */ column, /** @type {number} */ row) => ({
    x: first.x + across.x * (column - 3.5) + down.x * (row - 3.5),
    y: first.y + across.y * (column - 3.5) + down.y * (row - 3.5),
  });
  const small = size > 21 ? smallSquare(picture, flat(size - 6.5, size - 6.5), across, down) : null;
  const far = small ? size - 6.5 : size - 3.5;
  const place = seenFrom(
    [[3.5, 3.5], [size - 3.5, 3.5], [3.5, size - 3.5], [far, far]],
    [first, one, other, small ?? flat(far, far)],
  );
  const isDark = (/** @type {number} */ column, /** @type {number} */ row) => {
    const { x, y } = place(column, row);
    return Number(picture.isDark(x, y));
  };
  const offsets = [[0, 0], [0.25, 0], [-0.25, 0], [0, 0.25], [0, -0.25]];
  return Array.from(
    { length: size },
    (_, row) =>
      Array.from(
        { length: size },
        (_, column) => offsets.reduce((sum, [x, y]) => sum + isDark(column + 0.5 + x, row + 0.5 + y), 0) >= 3,
      ),
  );
}

/**
 * The middle of the small square in the fourth corner, near where it would be in a flat code: dark, light around it,
 * dark around that.
 * @param {Picture} picture @param {Point} near @param {Point} across @param {Point} down  a square's sides
 */
function smallSquare(picture, near, across, down) {
  const around = [-2, -1, 0, 1, 2];
  const right = (/** @type {Point} */ { x, y }) => {
    let count = 0;
    for (const r of around) {
      for (const c of around) {
        const isDark = picture.isDark(x + across.x * c + down.x * r, y + across.y * c + down.y * r);
        if (isDark === (Math.max(Math.abs(r), Math.abs(c)) !== 1)) count += 1;
      }
    }
    return count;
  };
  const side = Math.hypot(across.x, across.y);
  let best = enough;
  /** @type {Point[]} */
  let middles = [];
  for (let r = -reach; r <= reach; r += 0.25) {
    for (let c = -reach; c <= reach; c += 0.25) {
      const point = { x: near.x + across.x * c + down.x * r, y: near.y + across.y * c + down.y * r };
      const count = right(point);
      if (count < best) continue;
      if (count > best) [best, middles] = [count, []];
      // What looks the same elsewhere is another.
      if (middles.length === 0 || distance(middles[0], point) < 2 * side) middles.push(point);
    }
  }
  if (middles.length === 0) return null;
  const sum = middles.reduce((sum, { x, y }) => ({ x: sum.x + x, y: sum.y + y }), { x: 0, y: 0 });
  return { x: sum.x / middles.length, y: sum.y / middles.length };
}
