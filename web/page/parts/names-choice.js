/**
 * Writes names down with a few letters: those that are in use come as one types. Enter or a comma takes one, Backspace in an
 * empty field takes the last one away, and so does a press on it.
 */
import { say } from "../announce.js";
import { isComposed } from "../composed.js";
import { element } from "../element.js";
import { render } from "../render.js";
import { icon } from "./icons.js";
import { openPopover } from "./popover.js";

/** So many are offered at once. */
const most = 7;

/**
 * @typedef {object} Naming
 * @property {typeof import("../words/en.js").tags} words
 * @property {string} [about]  what they are for
 * @property {string[]} values  that are there
 * @property {string[]} known  that are in use
 * @property {boolean} many  more than one can be there
 * @property {(name: string) => Promise<unknown>} add  answers null where it was refused
 * @property {(name: string) => Promise<unknown>} remove
 */

/** @param {HTMLElement | {x: number, y: number}} anchor @param {Naming} naming */
export function openNamesChoice(anchor, { words: said, about, values: first, known, many, add, remove }) {
  let values = first;
  let active = -1;
  const field = element("input", {
    class: "input",
    id: "names-field",
    type: "text",
    maxlength: 100,
    autocomplete: "off",
    autocapitalize: "off",
    role: "combobox",
    "aria-label": said.field,
    "aria-expanded": "true",
    "aria-controls": "names-offered",
    "aria-describedby": "names-hint",
    placeholder: said.field,
  });
  const chips = element("div", { class: "names-chosen" });
  const offers = element("div", {
    class: "names-offered",
    id: "names-offered",
    role: "listbox",
    "aria-label": said.name,
  });

  const offered = () => {
    const typed = field.value.trim();
    const small = typed.toLocaleLowerCase();
    const open = known.filter((one) => !values.includes(one));
    const begins = open.filter((one) => one.toLocaleLowerCase().startsWith(small));
    const holds = open.filter((one) => !begins.includes(one) && one.toLocaleLowerCase().includes(small));
    const isNew = typed !== "" && ![...known, ...values].includes(typed);
    return [...[...begins, ...holds].slice(0, most), ...(isNew ? [typed] : [])];
  };

  const draw = () => {
    const names = offered();
    active = Math.min(active, names.length - 1);
    render(chips, values.map((name) => chip(name)));
    render(offers, names.map((name, at) => offer(name, at)));
    field.setAttribute("aria-activedescendant", active >= 0 ? `names-offer-${active}` : "");
  };

  const take = async (/** @type {string} */ name) => {
    const wanted = name.trim().replace(/\s+/g, " ");
    field.value = "";
    active = -1;
    const before = values;
    if (wanted && !values.includes(wanted)) {
      values = many ? [...values, wanted] : [wanted];
      draw();
      if (await add(wanted)) say(said.added(wanted));
      else values = before;
    }
    if (!many && wanted) return close();
    draw();
  };

  const drop = async (/** @type {string} */ name) => {
    const before = values;
    values = values.filter((one) => one !== name);
    draw();
    field.focus();
    if (await remove(name)) say(said.removed(name));
    else values = before;
    draw();
  };

  const chip = (/** @type {string} */ name) =>
    element(
      "button",
      { class: "name-chip", key: name, "aria-label": said.remove(name), onclick: () => drop(name) },
      name,
      icon("close", "small"),
    );

  const offer = (/** @type {string} */ name, /** @type {number} */ at) =>
    element(
      "button",
      {
        class: `menu-item${at === active ? " active" : ""}`,
        id: `names-offer-${at}`,
        role: "option",
        tabindex: -1,
        "aria-selected": String(at === active),
        onclick: () => (field.focus(), take(name)),
      },
      element("span", { class: "menu-label" }, known.includes(name) ? name : said.make(name)),
    );

  field.addEventListener("input", () => {
    const [begun, ...more] = many ? field.value.split(/[,\n]/) : [field.value];
    active = -1;
    if (more.length === 0) return draw();
    take(begun);
    field.value = more.join(" ").trimStart();
    draw();
  });
  field.addEventListener("keydown", (event) => {
    if (isComposed(event)) return event.stopPropagation();
    const names = offered();
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      active = (active + (key === "ArrowDown" ? 1 : -1) + names.length + 1) % (names.length + 1);
      if (active === names.length) active = -1;
      draw();
    } else if (key === "Enter") {
      const name = active >= 0 ? names[active] : field.value;
      if (name.trim()) take(name);
      else close();
    } else if (key === "Backspace" && field.value === "" && values.length > 0) drop(values[values.length - 1]);
    else if (key !== "Backspace" || field.value !== "") return event.key === "Escape" || event.stopPropagation();
    event.preventDefault();
    event.stopPropagation();
  });
  const node = element(
    "div",
    { class: "menu names", role: "dialog", "aria-label": said.name },
    about && element("p", { class: "calendar-about narrow-only" }, about),
    chips,
    field,
    offers,
    element("p", { class: "names-hint", id: "names-hint" }, said.hint),
  );
  draw();
  const close = openPopover(node, anchor);
  field.focus();
}
