/** As what a file is read, and what a list is called that has no name in it. */
import { element } from "../../element.js";
import { select, setting } from "../../parts/page.js";
import { later } from "../../words/later.js";

const { into: w } = later.data;

/** The name of a list comes from outside in these. */
const nameless = ["ics", "todoist-csv"];

/**
 * @param {string} format  empty where the server does not know it @param {string} list
 * @param {(wish: {format?: string, list?: string}) => void} chosen
 */
export function reading(format, list, chosen) {
  const formats = /** @type {[string, string][]} */ (Object.entries(w.formats));
  if (!format) formats.unshift(["", w.unknown]);
  const named = () => chosen({ list: name.value.trim() });
  const name = element("input", { class: "input", type: "text", maxlength: 200, value: list, onchange: named });
  return element(
    "div",
    {},
    setting(w.format, select(formats, format, (other) => chosen({ format: other }))),
    nameless.includes(format) && setting(w.list, name),
  );
}
