/** How a plane looks from where it is seen. */

/**
 * Where places of a plane are in a picture of it, by where four of them are.
 * @param {number[][]} places @param {import("./corners.js").Point[]} points
 */
export function seenFrom(places, points) {
  const rows = places.flatMap(([u, v], at) => {
    const { x, y } = points[at];
    return [[u, v, 1, 0, 0, 0, -u * x, -v * x, x], [0, 0, 0, u, v, 1, -u * y, -v * y, y]];
  });
  const [a, b, c, d, e, f, g, h] = solved(rows);
  return (/** @type {number} */ u, /** @type {number} */ v) => {
    const depth = g * u + h * v + 1;
    return { x: (a * u + b * v + c) / depth, y: (d * u + e * v + f) / depth };
  };
}

/** What makes all equations true, of which each has its right side last. @param {number[][]} rows */
function solved(rows) {
  const left = rows.map((row) => [...row]);
  for (let at = 0; at < left.length; at += 1) {
    const pivot = left.slice(at).reduce((best, row) => Math.abs(row[at]) > Math.abs(best[at]) ? row : best);
    left.splice(left.indexOf(pivot), 1);
    left.splice(at, 0, pivot);
    for (const row of left) {
      if (row === pivot) continue;
      const factor = row[at] / pivot[at];
      for (let column = at; column < row.length; column += 1) row[column] -= factor * pivot[column];
    }
  }
  return left.map((row, at) => row[row.length - 1] / row[at]);
}
