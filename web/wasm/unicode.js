/** What the core has to know of Unicode, lent to it: the browser has the tables. */

/** The forms of a text, by the core's numbers. @type {((text: string) => string)[]} */
export const forms = [
  (text) => text.normalize("NFC"),
  (text) => text.normalize("NFKD").toLowerCase(),
  (text) => text.normalize("NFKC"),
];

/** The small letter of a scalar, by itself: what stands beside it changes nothing. @param {number} scalar */
export function small(scalar) {
  const [letter, ...more] = String.fromCodePoint(scalar).toLowerCase();
  return more.length === 0 ? Number(letter.codePointAt(0)) : scalar;
}

/** General categories in the order in which Swift numbers them. */
const categories = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn".split(
  " ",
)
  .map((name) => new RegExp(`\\p{${name}}`, "u"));

/** @param {number} scalar */
export function category(scalar) {
  const text = String.fromCodePoint(scalar);
  return categories.findIndex((one) => one.test(text));
}
