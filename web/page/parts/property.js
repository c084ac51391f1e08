/** Something that a task has: a line with its name, its value, and a way to change it. */
import { element } from "../element.js";
import { icon } from "./icons.js";
import { words } from "../words/words.js";

/**
 * @typedef {object} Line
 * @property {string} id
 * @property {string} icon
 * @property {string} label
 * @property {import("../element.js").Child | import("../element.js").Child[]} value
 * @property {string} none  what stands there where there is no value
 * @property {string} [kind]
 * @property {string | null} [colour]
 * @property {(anchor: HTMLElement) => void} open
 * @property {(() => void) | null} [clear]
 */

/** @param {Line} line */
export function line({ id, icon: name, label, value, none, kind = "", colour, open, clear }) {
  const dot = colour ? element("span", { class: "dot" }) : null;
  if (dot && colour) dot.style.backgroundColor = colour;
  const onclick = (/** @type {Event} */ { currentTarget }) => open(/** @type {HTMLElement} */ (currentTarget));
  const button = element(
    "button",
    { class: `property ${kind}`.trim(), id: `property-${id}`, onclick },
    icon(name),
    element("span", { class: "property-label" }, label),
    element("span", { class: value ? "property-value" : "property-value none" }, dot, value || none),
  );
  const clearing = clear &&
    element(
      "button",
      { class: "quiet", "aria-label": words.detail.clear(label), onclick: clear },
      icon("close", "small"),
    );
  return element("div", { class: "property-line", key: id }, button, clearing);
}

/** @param {string} id @param {string} label @param {boolean} on @param {(on: boolean) => void} keep */
export function toggle(id, label, on, keep) {
  const field = element("input", {
    type: "checkbox",
    role: "switch",
    class: "switch",
    id: `property-${id}`,
    checked: on,
    onchange: (/** @type {Event} */ { currentTarget }) => keep(/** @type {HTMLInputElement} */ (currentTarget).checked),
  });
  return element("label", { class: "toggle-line", key: id }, element("span", {}, label), field);
}
