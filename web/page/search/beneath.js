/** What stands below the field where no task does: what was searched for lately, or that nothing was found. */
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { later } from "../words/later.js";
import { readable } from "./fields.js";
import { removeSearch } from "./recent.js";

const w = later.search;

/** @typedef {{text: string, terms: string[]}} Parts */

/**
 * @param {string[]} searches @param {boolean} isKept  on this device
 * @param {{again: (query: string) => void, changed: () => void, commands: () => void}} ways
 */
export function lately(searches, isKept, { again, changed, commands }) {
  const forget = (/** @type {string[]} */ some) => {
    for (const query of some) removeSearch(query, isKept);
    changed();
  };
  return [
    searches.length === 0 && element("p", { class: "search-hint" }, w.hint),
    searches.length > 0 && element(
      "section",
      { class: "lately", "aria-labelledby": "lately" },
      element(
        "div",
        { class: "lately-head" },
        element("h2", { id: "lately" }, w.recent),
        element("button", { class: "way", onclick: () => forget(searches) }, w.forget),
      ),
      element(
        "ul",
        {},
        searches.map((query) =>
          element(
            "li",
            { key: query },
            element(
              "button",
              { class: "lately-one", onclick: () => again(query) },
              icon("past"),
              element("span", {}, readable(query)),
            ),
            element(
              "button",
              { class: "quiet", "aria-label": w.remove(readable(query)), onclick: () => forget([query]) },
              icon("close", "small"),
            ),
          )
        ),
      ),
    ),
    element("button", { class: "way search-commands", onclick: commands }, w.commands),
  ];
}

/** @param {Parts} parts @param {() => void} without  searches on without the filters */
export function nothingFound({ text, terms }, without) {
  return [
    element("div", { class: "emblem of-search" }, icon("search")),
    element("p", { class: "empty-title" }, w.nothing(text.trim())),
    element("p", {}, terms.length > 0 ? w.tryWithout : w.tryOther),
    terms.length > 0 && text.trim() !== "" && element("button", { class: "soft", onclick: without }, w.withoutFilters),
  ];
}
