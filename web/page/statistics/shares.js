/** Counts that have names: a line of words for each, and a bar below it. */
import { element } from "../element.js";
import { drawn } from "./svg.js";

/**
 * @typedef {object} Share
 * @property {string} key
 * @property {string} name
 * @property {string} words  the count
 * @property {number} part  of the longest bar: 0 to 1
 * @property {string | null} [colour]
 * @property {() => void} [open]  where it leads
 */

/** @param {Share[]} shares */
export function shareList(shares) {
  return element("ul", { class: "shares" }, shares.map(line));
}

/** @param {Share} share */
function line({ key, name, words, part, colour, open }) {
  const texts = [
    element("span", { class: "share-name", dir: "auto" }, name),
    element("span", { class: "share-words" }, words),
  ];
  const width = `${Math.round(part * 1000) / 10}%`;
  const bar = drawn(
    "svg",
    { class: "share-bar", "aria-hidden": "true" },
    drawn("rect", { class: "share-ground", width: "100%", height: "100%", rx: 4 }),
    drawn("rect", { class: colour ? null : "bar", fill: colour ?? null, width, height: "100%", rx: 4 }),
  );
  return element(
    "li",
    { key, class: "share" },
    open
      ? element("button", { class: "share-line leads", onclick: open }, texts)
      : element("div", { class: "share-line" }, texts),
    bar,
  );
}
