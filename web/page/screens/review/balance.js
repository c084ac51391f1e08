/**
 * How what was done spreads over the parts of the day, and over categories.
 *
 * @import { DayRegion, Row } from "../../../types/messages.js"
 */
import { element } from "../../element.js";
import { group, setting } from "../../parts/page.js";
import { regions } from "../../regions.js";
import { number } from "../../words/forms.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";
import { balanceOf } from "./findings.js";

const w = later.review;

/** @param {Row[]} done */
export function byRegion(done) {
  const of = (/** @type {Row} */ { region }) => region === "backlog" ? null : region;
  const { told, total, most, isSpread } = balanceOf(done.map(of), regions);
  const name = (/** @type {DayRegion} */ region) => words.dayParts.regions[region];
  const said = most ? w.mostOf(name(most.part), most.count, total) : isSpread && w.spread;
  return group(
    w.balance,
    total === 0
      ? [element("p", { class: "review-none" }, w.noBalance)]
      : told.map(({ part, count }) => setting(name(part), element("span", {}, number(count)))),
    said,
  );
}

/** @param {Row[]} done */
export function byCategory(done) {
  const { told, total, most } = balanceOf(done.map(({ category }) => category));
  if (total === 0) return null;
  return group(
    w.categories,
    told.map(({ part, count }) => setting(part, element("span", {}, number(count)))),
    most && w.mostOf(most.part, most.count, total),
  );
}
