/** A page of groups and lines, with a head like that of a view. */
import { element, fill } from "../element.js";
import { go } from "../router.js";
import { icon } from "./icons.js";
import { standingLine } from "./standing-line.js";
import { words } from "../words/words.js";

/**
 * @typedef {import("../element.js").Child} Child
 * @typedef {import("../router.js").Address} Address
 */

/** @param {string} name @param {Address | null} up  where the page is reached from */
export function page(name, up) {
  const title = element("h1", { tabindex: -1 }, name);
  const body = element("div", { class: "page-body" });
  const back = up &&
    element(
      "button",
      { class: "quiet", "aria-label": words.goBack, onclick: () => go(up) },
      icon("back"),
    );
  const head = element(
    "header",
    { class: "head" },
    element("div", { class: "head-line" }, back, title),
    standingLine(),
  );
  const scroller = element("div", { class: "scroller" }, element("div", { class: "column" }, body));
  document.title = `${name} - Daybook`;
  return {
    node: element("section", { class: "screen page" }, head, scroller),
    focus: () => title.focus({ preventScroll: true }),
    /** What is shown on keeps the focus. @param {...(Child | Child[])} children */
    show: (...children) => {
      const focused = document.activeElement;
      fill(body, ...children);
      if (focused instanceof HTMLElement && body.contains(focused)) focused.focus({ preventScroll: true });
    },
  };
}

/** @param {string} name @param {(Child | Child[])[]} lines @param {Child} [note] */
export function group(name, lines, note) {
  return element(
    "section",
    { key: name, class: "group", "aria-label": name },
    element("h2", {}, name),
    element("div", { class: "group-body" }, ...lines),
    note && element("p", { class: "note" }, note),
  );
}

/** @param {string} label @param {Node | null} control @param {string} [more] */
export function setting(label, control, more) {
  // A press on the words is one on the switch.
  const node = element(control instanceof HTMLInputElement ? "label" : "div", { class: "setting" });
  const text = element("span", { class: "label-text" }, label, more && element("small", {}, more));
  const isField = control instanceof HTMLSelectElement || control instanceof HTMLInputElement;
  if (isField) control.setAttribute("aria-label", label);
  fill(node, text, control);
  return node;
}

/** @param {Address} where @param {string} name @param {string} [drawn]  an icon */
export function linkLine(where, name, drawn) {
  return element(
    "button",
    { class: "link-line", onclick: () => go(where) },
    drawn && icon(drawn),
    element("span", {}, name),
    icon("forward"),
  );
}

/**
 * One of a few, side by side.
 * @template {string} Value
 * @param {string} label @param {[Value, string][]} choices @param {Value} value @param {(value: Value) => void} chosen
 */
export function segments(label, choices, value, chosen) {
  const choose = (/** @type {Value} */ one) => (/** @type {Event} */ { currentTarget }) => {
    chosen(one);
    const pressed = /** @type {HTMLElement} */ (currentTarget);
    for (const other of pressed.parentElement?.children ?? []) {
      other.setAttribute("aria-pressed", String(other === pressed));
    }
    pressed.focus();
  };
  return element(
    "div",
    { class: "segments", role: "group", "aria-label": label },
    choices.map(([one, name]) =>
      element("button", { "aria-pressed": String(one === value), onclick: choose(one) }, name)
    ),
  );
}

/** @param {[string, string][]} choices @param {string} value @param {(value: string) => void} chosen */
export function select(choices, value, chosen) {
  const onchange = (/** @type {Event} */ { currentTarget }) =>
    chosen(/** @type {HTMLSelectElement} */ (currentTarget).value);
  return element(
    "select",
    { class: "select", onchange },
    choices.map(([one, name]) => element("option", { value: one, selected: one === value }, name)),
  );
}

/** @param {boolean} on @param {(on: boolean) => void} chosen */
export function check(on, chosen) {
  const onchange = (/** @type {Event} */ { currentTarget }) =>
    chosen(/** @type {HTMLInputElement} */ (currentTarget).checked);
  return element("input", { type: "checkbox", role: "switch", class: "switch", checked: on, onchange });
}
