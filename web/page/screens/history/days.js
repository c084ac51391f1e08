/**
 * The lines of the history under their days.
 *
 * @import { Entry } from "./told.js"
 * @import { Around } from "./line.js"
 */
import { element } from "../../element.js";
import { dayHeading } from "../../words/forms.js";
import { byDay, withConsequences } from "./gather.js";
import { line } from "./line.js";

/**
 * @param {Entry[]} entries  the latest first @param {Omit<Around, "toHere">} around
 * @param {string} today @param {string} zone
 * @param {Around["toHere"]} toHere  goes back to a change; the latest is where everything is
 */
export function days(entries, around, today, zone, toHere) {
  return byDay(withConsequences(entries), zone).map(({ date, told }) => {
    const { name, beside } = dayHeading(date, today);
    const lines = told.map((one) => line(one, { ...around, toHere: one.entry === entries[0] ? null : toHere }));
    return element(
      "section",
      { key: date, class: "group", "aria-label": `${name}, ${beside}` },
      element("h2", {}, name, " ", element("small", {}, beside)),
      element("ul", { class: "group-body" }, lines),
    );
  });
}
