/** What an import would do, or did: in sentences, field by field, and what was not taken over as it was. */
import { element } from "../../element.js";
import { number } from "../../words/forms.js";
import { later } from "../../words/later.js";

const { into: w } = later.data;

/**
 * @typedef {{tasks: number, lists: number}} Counts
 * @typedef {keyof typeof w.formats} ImportFormat
 * @typedef {object} Report
 * @property {ImportFormat | null} format
 * @property {boolean} dryRun
 * @property {string} device  as whose changes the history knows what is imported
 * @property {number | null} revision
 * @property {Counts} made
 * @property {Counts} changed
 * @property {Counts} unchanged
 * @property {Counts} deletedHere
 * @property {boolean} settings
 * @property {number} passedOver
 * @property {number} refused
 * @property {{field: string, becomes: string | null, count: number}[]} fields
 * @property {{line: number, field: string | null, sentence: string}[]} remarks
 * @property {number} moreRemarks
 */

/** Whether an import does anything. @param {Report} report */
export function doesSomething({ made, changed, settings }) {
  return made.tasks + made.lists + changed.tasks + changed.lists > 0 || settings;
}

/** @param {Report} report @param {boolean} [isWhole]  the file was read to its end, so that what is not said is not in it */
export function reportLines(report, isWhole = true) {
  const sentences = w.summary(report);
  const lines = doesSomething(report) || !isWhole ? sentences : [w.nothing, ...sentences];
  return [
    lines.length > 0 && element("h3", {}, report.dryRun ? w.preview : w.result),
    lines.length > 0 && element("ul", { class: "sentences" }, lines.map((sentence) => element("li", {}, sentence))),
    report.fields.length > 0 && columns(report),
    report.remarks.length > 0 && remarks(report),
  ];
}

/** @param {Report} report */
function columns({ fields }) {
  const head = [w.field, w.becomes, w.count].map((name) => element("th", { scope: "col" }, name));
  const rows = fields.map(({ field, becomes, count }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, field),
      element("td", {}, becomes === null ? w.leftOut : w.fields[becomes] ?? becomes),
      element("td", { class: "number-cell" }, number(count)),
    )
  );
  // Its head says what is inside; it can be scrolled where it is wider than the screen.
  return element(
    "details",
    { class: "choices" },
    element("summary", {}, w.columns),
    element(
      "div",
      { class: "wide-table", tabindex: 0, role: "region", "aria-label": w.columns },
      element("table", {}, element("thead", {}, element("tr", {}, head)), element("tbody", {}, rows)),
    ),
  );
}

/** @param {Report} report */
function remarks({ remarks, moreRemarks }) {
  return element(
    "details",
    { class: "choices", open: remarks.length <= 5 },
    element("summary", {}, w.remarks(remarks.length + moreRemarks)),
    element(
      "ul",
      { class: "remarks" },
      remarks.map(({ line, field, sentence }) =>
        element("li", {}, element("b", {}, field ? `${w.line(line)}, ${field}` : w.line(line)), sentence)
      ),
    ),
    moreRemarks > 0 && element("p", { class: "note" }, w.moreRemarks(moreRemarks)),
  );
}
