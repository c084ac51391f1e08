/**
 * What is at hand beside each task of an earlier day: the places that it mostly goes to, and the way out. Keys and readers
 * have the same on the row itself.
 *
 * @import { Row } from "../../types/messages.js"
 */
import { move, remove } from "../deeds.js";
import { dress, element } from "../element.js";
import { icon } from "../parts/icons.js";
import { words } from "../words/words.js";

const places = /** @type {const} */ (["today", "tomorrow", "inbox"]);

export function rowWays() {
  return element(
    "div",
    { class: "row-ways" },
    places.map((way) => element("button", { class: "soft", tabindex: -1, data: { way } }, words.moveTo[way])),
    element("button", { class: "quiet", tabindex: -1, data: { way: "delete" } }, icon("deleted")),
  );
}

/** @param {Element} ways @param {Row} row */
export function nameWays(ways, { title }) {
  for (const button of ways.children) {
    const way = /** @type {typeof places[number] | "delete"} */ (/** @type {HTMLElement} */ (button).dataset.way);
    dress(button, { "aria-label": `${words.menu[way]}: ${title}` });
  }
}

/** @param {Element} button  of those @param {Row} row */
export function goWay(button, { id }) {
  const way = places.find((one) => one === /** @type {HTMLElement} */ (button).dataset.way);
  if (way) move([id], { kind: way });
  else remove([id]);
}
