/** How far a pull has come: the finger goes twice as far as the sign, and no further than to where it is enough. */

export const enough = 56;
const slack = 12;
const most = 72;

/**
 * Null where it is none: a finger that goes up or across.
 * @param {number} across @param {number} down @param {boolean} isPull  it was one already
 */
export function pulled(across, down, isPull) {
  if (!isPull && (Math.abs(across) > slack && Math.abs(across) > down || down < -slack)) return null;
  return Math.max(0, Math.min(most, (down - slack) / 2));
}
