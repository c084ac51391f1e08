/** What stands there while the server, which keeps the history, cannot be asked. */
import { element } from "../../element.js";
import { words as common } from "../../words/words.js";
import { later } from "../../words/later.js";

const { refusal } = common;
const words = later.history;

/** @param {string} code @param {() => void} again */
export function trouble(code, again) {
  const sentence = code === "offline" ? words.offline : code === "alone" ? words.alone : refusal(code);
  return element(
    "div",
    { key: "trouble", class: "trouble", role: "status" },
    element("p", {}, sentence),
    code !== "alone" && element("button", { class: "soft", onclick: again }, words.tryAgain),
  );
}
