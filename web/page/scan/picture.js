/** A picture in dark and light: each point beside the middle of what is around it, since no light falls evenly. */

/** Half the side of what is around a point, beside the picture's shorter side. */
const reach = 1 / 8;
/** So much darker than around it, of 256. */
const darker = 240;

export class Picture {
  /** @param {{data: Uint8ClampedArray, width: number, height: number}} image  in red, green, blue and opacity */
  constructor({ data, width, height }) {
    this.width = width;
    this.height = height;
    this.#dark = darkIn(data, width, height);
  }

  /** @type {Uint8Array} */
  #dark;

  /** Light beyond the edges. @param {number} x @param {number} y */
  isDark(x, y) {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    return column >= 0 && row >= 0 && column < this.width && row < this.height &&
      this.#dark[row * this.width + column] === 1;
  }
}

/** @param {Uint8ClampedArray} data @param {number} width @param {number} height */
function darkIn(data, width, height) {
  const grey = new Uint8Array(width * height);
  for (let at = 0; at < grey.length; at += 1) {
    grey[at] = (data[at * 4] * 77 + data[at * 4 + 1] * 151 + data[at * 4 + 2] * 28) >> 8;
  }
  // The sum of all above and to the left, so that the sum of any rectangle is that of four of them.
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let line = 0;
    for (let x = 0; x < width; x += 1) {
      line += grey[y * width + x];
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + line;
    }
  }
  const half = Math.max(8, Math.round(Math.min(width, height) * reach));
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - half) * (width + 1), Math.min(height, y + half + 1) * (width + 1)];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - half), Math.min(width, x + half + 1)];
      const sum = sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left];
      const count = (bottom - top) / (width + 1) * (right - left);
      dark[y * width + x] = grey[y * width + x] * count * 256 < sum * darker ? 1 : 0;
    }
  }
  return dark;
}
