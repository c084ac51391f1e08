/**
 * What few need is loaded when somebody wants it. From where is said once, at the beginning: what is loaded stands on much that
 * asks for it here.
 */
import { remark } from "../deeds.js";
import { words } from "../words/words.js";

/** @typedef {typeof import("../more.js")} More */

/** @type {() => Promise<More>} */
let load = () => Promise.reject(new Error("nothing was said"));

/** @param {() => Promise<More>} loading */
export function laterBy(loading) {
  load = loading;
}

/** All of it, for whoever can do without. */
export function more() {
  return load();
}

/** @param {(more: More) => unknown} run */
export function withMore(run) {
  return load().then(run, () => remark(words.missing.sentence));
}
