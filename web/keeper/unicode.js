/** What the core has to know of Unicode, lent to it: the browser has the tables. */

/** The forms of a text, by the core's numbers. @type {((text: string) => string)[]} */
export const forms = [
  (text) => text.normalize("NFC"),
  (text) => text.normalize("NFKD").toLowerCase(),
  (text) => text.normalize("NFKC"),
];

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
