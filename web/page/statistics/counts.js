/** What was done today, this week and this month, and how the month stands beside the last. */
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { group } from "../parts/page.js";
import { render } from "../render.js";
import { number } from "../words/forms.js";
import { later } from "../words/later.js";

const words = later.statistics;

/** @typedef {import("./source.js").Answers["summary"]} Summary */

const spans = /** @type {const} */ (["today", "thisWeek", "thisMonth"]);
const arrows = { up: "up", down: "down", same: "forward" };

export class Counts {
  #tiles = element("div", { class: "tiles" });
  #trend = element("div", { class: "trend" });
  nodes = [this.#tiles, group(words.trends, [this.#trend])];

  /** @param {Summary} summary */
  show(summary) {
    render(this.#tiles, spans.map((span) => tile(span, summary[span])));
    const { direction, sentence } = words.trend(summary);
    render(
      this.#trend,
      direction && element(
        "span",
        { class: `direction ${direction}` },
        icon(arrows[direction], "small"),
        words.directions[direction],
      ),
      element("p", {}, sentence),
      element("p", { class: "quieter" }, summary.ever > 0 ? words.ever(summary.ever) : words.noneMore),
    );
  }
}

/** @param {typeof spans[number]} span @param {number} count */
function tile(span, count) {
  return element(
    "section",
    { key: span, class: "tile", "aria-label": words[span] },
    element("h2", {}, words[span]),
    element("span", { class: "large", "aria-hidden": "true" }, number(count)),
    element("p", {}, words.completed(count, span)),
  );
}
