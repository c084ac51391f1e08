/**
 * A tag in a colour of its own, which its name alone decides: the same on every device. Its name stands in it, so that
 * nobody needs the colour.
 */
import { element } from "../element.js";

/** Far enough from each other on the circle of colours to be told apart. */
const step = 24;

/** Where the colour of a name is on the circle, in degrees. @param {string} name */
export function hueOf(name) {
  let hash = 0x811c9dc5;
  for (const sign of name.toLocaleLowerCase("en")) {
    hash = Math.imul(hash ^ /** @type {number} */ (sign.codePointAt(0)), 0x01000193);
  }
  // Short names differ in few bits: they are spread over all of them.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % (360 / step) * step;
}

/** @template {HTMLElement} Node @param {Node} node @param {string} name @returns {Node} */
export function inColourOf(node, name) {
  node.style.setProperty("--hue", String(hueOf(name)));
  node.classList.add("in-colour");
  return node;
}

/** @param {string} name */
export function tag(name) {
  return inColourOf(element("span", { class: "tag" }, name), name);
}
