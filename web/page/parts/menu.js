/** A menu: arrows move, the first letters find, Enter or a press does it. */
import { interrupt } from "../announce.js";
import { element } from "../element.js";
import { icon } from "./icons.js";
import { written } from "./key-names.js";
import { openPopover } from "./popover.js";

/**
 * @typedef {object} MenuItem
 * @property {string} label
 * @property {() => void} run
 * @property {string} [icon]
 * @property {string} [keys]  the key that does the same
 * @property {string | null} [colour]  of a dot before it
 * @property {boolean} [checked]
 * @property {string} [beside]  what there is to know before it is chosen
 * @property {string | null} [refused]  why it cannot be chosen, said where somebody tries
 * @property {"danger" | "apart"} [kind]  what deletes; what begins another part of the menu
 */

/**
 * @param {HTMLElement | {x: number, y: number}} anchor
 * @param {string} label
 * @param {(MenuItem | null | false | undefined)[]} items
 * @param {() => void} [closed]
 */
export function openMenu(anchor, label, items, closed) {
  const there = items.filter((item) => item !== null && item !== undefined && item !== false);
  /** @type {() => void} */
  let close = () => {};
  const buttons = there.map((item) => {
    const button = itemButton(item);
    button.addEventListener("click", () => {
      if (item.refused) return explain(node, item.refused);
      close();
      item.run();
    });
    return button;
  });
  /** @type {HTMLElement} */
  const node = element("div", { class: "menu", role: "menu", "aria-label": label, tabindex: -1 }, buttons);
  node.addEventListener("keydown", (event) => pressed(event, buttons, close));
  node.addEventListener("pointermove", (event) => {
    const over = /** @type {Element} */ (event.target).closest(".menu-item");
    if (event.pointerType === "mouse" && over instanceof HTMLElement && over !== document.activeElement) over.focus();
  });
  close = openPopover(node, anchor, closed);
  (buttons.find((button) => button.getAttribute("aria-checked") === "true") ?? buttons[0])?.focus();
  return close;
}

/** Below everything, once. @param {HTMLElement} node @param {string} sentence */
function explain(node, sentence) {
  node.querySelector(".menu-note")?.remove();
  node.append(element("p", { class: "menu-note", role: "none" }, sentence));
  interrupt(sentence);
}

/**
 * Tab closes the menu and goes through no items. They can have the focus all the same: a menu higher than the screen
 * scrolls, which readers and keys must be able to do.
 * @param {MenuItem} item
 */
function itemButton({ label, icon: name, keys, colour, checked, beside, refused, kind }) {
  const dot = colour === undefined ? null : element("span", { class: "dot" });
  if (dot && colour) dot.style.backgroundColor = colour;
  return element(
    "button",
    {
      class: `menu-item ${kind ?? ""}`.trim(),
      role: checked === undefined ? "menuitem" : "menuitemradio",
      "aria-checked": checked === undefined ? null : String(checked),
      "aria-disabled": refused ? "true" : null,
    },
    name ? icon(name) : dot,
    element("span", { class: "menu-label" }, label),
    beside && element("small", {}, beside),
    keys && element("kbd", { "aria-hidden": "true" }, written(keys)),
    checked && icon("check", "small"),
  );
}

/** @param {KeyboardEvent} event @param {HTMLElement[]} buttons @param {() => void} close */
function pressed(event, buttons, close) {
  const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  event.stopPropagation();
  if (event.key in steps) {
    event.preventDefault();
    const next = steps[/** @type {keyof typeof steps} */ (event.key)];
    buttons[(next + buttons.length) % buttons.length].focus();
  } else if (event.key === "Tab") {
    event.preventDefault();
    close();
  } else if (event.key.length === 1 && /\S/.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const letter = event.key.toLowerCase();
    const order = [...buttons.slice(at + 1), ...buttons.slice(0, at + 1)];
    order.find((button) => button.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
  }
}
