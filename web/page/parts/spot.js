/**
 * Where something opens beside what was pressed: in the window, and clear of what should stay in sight, such as the title
 * that it is about. Below or else above; where neither has room, at the end of the line.
 */
const gap = 6;

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/**
 * @param {{width: number, height: number}} size @param {Box} at  what was pressed
 * @param {{width: number, height: number}} window @param {Box | null} [keep]  what should stay in sight
 * @param {boolean} [isRightToLeft] @returns {{left: number, top: number}}
 */
export function spot(size, at, window, keep = null, isRightToLeft = false) {
  const { width, height } = size;
  const [most, lowest] = [window.width - width - gap, window.height - height - gap];
  const inside = (/** @type {number} */ left, /** @type {number} */ top) => ({
    left: Math.max(gap, Math.min(left, most)),
    top: Math.max(gap, Math.min(top, lowest)),
  });
  const lefts = [at.left, at.right - width, most];
  if (isRightToLeft) lefts.splice(0, 3, at.right - width, at.left, gap);
  const [below, above] = [at.bottom + gap, at.top - gap - height];
  const tops = [below, above].filter((top) => top >= gap && top <= lowest);
  const spots = [...tops.map((top) => inside(lefts[0], top)), ...lefts.map((left) => inside(left, below))];
  return spots.reduce((best, one) => hidden(one, size, keep) < hidden(best, size, keep) ? one : best);
}

/** How much of what should stay in sight is covered. */
function hidden(
  /** @type {{left: number, top: number}} */ { left, top },
  /** @type {{width: number, height: number}} */ { width, height },
  /** @type {Box | null} */ keep,
) {
  if (!keep) return 0;
  const across = Math.min(left + width, keep.right) - Math.max(left, keep.left);
  const down = Math.min(top + height, keep.bottom) - Math.max(top, keep.top);
  return Math.max(0, across) * Math.max(0, down);
}
