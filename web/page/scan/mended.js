/**
 * The words of a block of a QR code, mended: as many wrong ones as half of its error correction words (Reed and
 * Solomon, by the algorithm of Berlekamp and Massey). Polynomials begin with their lowest power.
 */
import { exponents, logarithms, times } from "../qr.js";

/**
 * Null where too much of it is wrong.
 * @param {number[]} block  data, and behind it the corrections @param {number} count  of these
 */
export function mended(block, count) {
  const syndromes = syndromesOf(block, count);
  if (isZero(syndromes)) return block;
  const locator = locatorOf(syndromes);
  const wrong = locator.length - 1;
  if (wrong * 2 > count) return null;
  const evaluator = syndromes.map((_, power) =>
    locator.slice(0, power + 1).reduce((sum, factor, at) => sum ^ times(factor, syndromes[power - at]), 0)
  );
  // Every other power falls away when two of a kind are nothing.
  const derivative = locator.slice(1).map((factor, power) => power % 2 === 0 ? factor : 0);
  const right = [...block];
  for (let at = 0; at < block.length; at += 1) {
    const power = block.length - 1 - at;
    const inverse = exponents[(255 - power) % 255];
    if (valueAt(locator, inverse) !== 0) continue;
    const below = valueAt(derivative, inverse);
    if (below === 0) return null;
    right[at] ^= times(exponents[power], over(valueAt(evaluator, inverse), below));
  }
  return isZero(syndromesOf(right, count)) ? right : null;
}

/** @param {number[]} block @param {number} count */
function syndromesOf(block, count) {
  const turned = block.toReversed();
  return Array.from({ length: count }, (_, power) => valueAt(turned, exponents[power]));
}

/** The polynomial whose roots say where the wrong words are. @param {number[]} syndromes */
function locatorOf(syndromes) {
  let [locator, before] = [[1], [1]];
  let [length, shift, last] = [0, 1, 1];
  syndromes.forEach((syndrome, at) => {
    let gap = syndrome;
    for (let step = 1; step <= length; step += 1) gap ^= times(locator[step] ?? 0, syndromes[at - step]);
    if (gap === 0) return void (shift += 1);
    const factor = over(gap, last);
    const next = Array.from(
      { length: Math.max(locator.length, before.length + shift) },
      (_, power) => (locator[power] ?? 0) ^ times(factor, before[power - shift] ?? 0),
    );
    if (2 * length <= at) {
      [before, last, shift, length] = [locator, gap, 1, at + 1 - length];
    } else shift += 1;
    locator = next;
  });
  return locator.slice(0, locator.findLastIndex((factor) => factor !== 0) + 1);
}

/** @param {number[]} polynomial @param {number} at */
function valueAt(polynomial, at) {
  return polynomial.reduceRight((sum, factor) => times(sum, at) ^ factor, 0);
}

/** @param {number} one @param {number} other  not 0 */
function over(one, other) {
  return one && exponents[logarithms[one] + 255 - logarithms[other]];
}

/** @param {number[]} numbers */
function isZero(numbers) {
  return numbers.every((number) => number === 0);
}
