/**
 * The heights of a long list's rows as a Fenwick tree: the offset of a row, the row at an offset, and another height each
 * take as many steps as the count has binary digits. A height is estimated until the row was drawn once.
 */
export class Heights {
  /** @type {Float64Array} */
  #sums;
  /** @type {Float64Array} */
  #each;

  /**
   * @param {number} count
   * @param {(index: number) => number} estimate
   */
  constructor(count, estimate) {
    this.count = count;
    this.#each = new Float64Array(count);
    this.#sums = new Float64Array(count + 1);
    for (let index = 0; index < count; index += 1) {
      this.#each[index] = estimate(index);
      const node = index + 1;
      this.#sums[node] += this.#each[index];
      const parent = node + (node & -node);
      if (parent <= count) this.#sums[parent] += this.#sums[node];
    }
  }

  /** The height of all rows. */
  get total() {
    return this.offset(this.count);
  }

  /** @param {number} index */
  height(index) {
    return this.#each[index];
  }

  /** @param {number} index @param {number} height */
  set(index, height) {
    const change = height - this.#each[index];
    if (change === 0) return false;
    this.#each[index] = height;
    for (let node = index + 1; node <= this.count; node += node & -node) this.#sums[node] += change;
    return true;
  }

  /** Where a row begins. @param {number} index */
  offset(index) {
    let sum = 0;
    for (let node = Math.min(index, this.count); node > 0; node -= node & -node) sum += this.#sums[node];
    return sum;
  }

  /** The row that covers an offset; the last one below all of them. @param {number} offset */
  at(offset) {
    if (this.count === 0) return 0;
    let node = 0;
    let left = Math.max(0, offset);
    for (let step = 1 << (31 - Math.clz32(this.count)); step > 0; step >>= 1) {
      const next = node + step;
      if (next <= this.count && this.#sums[next] <= left) {
        node = next;
        left -= this.#sums[next];
      }
    }
    return Math.min(node, this.count - 1);
  }
}
