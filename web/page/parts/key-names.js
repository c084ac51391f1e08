/** Keys as people read them. */
import { words } from "../words/words.js";

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);
/** @type {Record<string, string>} */
const names = { ArrowUp: "↑", ArrowDown: "↓", ...(isMac ? { Ctrl: "⌘", Alt: "⌥" } : {}) };

/** @param {string} keys  as the commands have them */
export function written(keys) {
  if (keys === "+") return keys;
  return keys.split(" ").map((key) => key.split("+").map((part) => names[part] ?? nice(part)).join(isMac ? "" : "+"))
    .join(" ");
}

/** @param {string} part */
function nice(part) {
  return part.length === 1 ? part.toUpperCase() : words.keyName(part);
}
