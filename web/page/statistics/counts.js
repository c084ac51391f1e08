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

  /** What this device knows by itself, before the server answers. @param {number} today */
  begin(today) {
    this.nodes[1].hidden = true;
    render(this.#tiles, spans.map((span) => span === "today" ? tile(span, today) : waitingTile(span)));
  }

  /** @param {Summary} summary */
  show(summary) {
    this.nodes[1].hidden = false;
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

/** What takes the place of a number that is not known yet. @param {typeof spans[number]} span */
function waitingTile(span) {
  return element(
    "section",
    { key: `waiting ${span}`, class: "tile waiting", "aria-hidden": "true" },
    element("h2", {}, words[span]),
    element("span", { class: "large" }),
    element("p", {}),
  );
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
