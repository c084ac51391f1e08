/**
 * A task of the review with what can be done about it: one press, or one key, and Undo takes it back.
 *
 * @import { Place, Row } from "../../../types/messages.js"
 */
import { move, remove, setState } from "../../deeds.js";
import { element } from "../../element.js";
import { icon } from "../../parts/icons.js";
import { preferences } from "../../preferences.js";
import { hasDayParts } from "../../regions.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const w = later.review;

/** @typedef {"today" | "tomorrow" | "inbox" | "backlog"} Way */

const keys = { today: "t", tomorrow: "m", inbox: "i", backlog: "b" };

/** Where what has no day goes. @returns {"inbox" | "backlog"} */
export function aside() {
  return hasDayParts() ? "backlog" : "inbox";
}

/** @param {Row} row @param {Way[]} ways  to which it can be moved @param {string} about  what there is to say of it */
function line({ id, title, state, carryCount }, ways, about = carryCount > 0 ? words.carried(carryCount) : "") {
  const isDone = state === "completed";
  const circle = element(
    "button",
    {
      class: "circle",
      "aria-label": isDone ? words.reopen(title) : words.complete(title),
      onclick: () => setState([id], isDone ? "notStarted" : "completed"),
    },
    element("span", { class: "ring" }, icon("check")),
  );
  return element(
    "li",
    { key: id, class: "review-line", data: { state, task: id } },
    circle,
    element(
      "span",
      { class: "review-title", dir: "auto" },
      title,
      about && element("small", {}, about),
    ),
    !isDone && element(
      "span",
      { class: "review-ways" },
      ways.map((way) =>
        element("button", {
          class: "soft",
          "aria-label": w.moveTo(title, w.ways[way]),
          onclick: () => move([id], placeOf(way)),
          data: { way },
        }, w.ways[way])
      ),
      element("button", {
        class: "quiet",
        "aria-label": w.remove(title),
        onclick: () => remove([id]),
        data: { way: "delete" },
      }, icon("deleted")),
    ),
  );
}

/** @param {Way} way @returns {Place} */
function placeOf(way) {
  return { kind: way };
}

/**
 * @param {Row[]} rows @param {Way[]} ways @param {string} none @param {string} [before]
 * @param {(row: Row) => string | undefined} [about]
 */
export function lines(rows, ways, none, before, about = () => undefined) {
  if (rows.length === 0) return element("p", { class: "review-none" }, none);
  return element(
    "div",
    {},
    before && element("p", { class: "review-none" }, before),
    element("ul", { class: "review-lines" }, rows.map((row) => line(row, ways, about(row)))),
  );
}

/** The keys of a line, and of going from one to the next. @param {KeyboardEvent} event */
export function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const node = /** @type {Element} */ (event.target).closest(".review-line");
  if (!node) return;
  const { singleKeys } = preferences.value;
  const [down, up] = singleKeys ? [["ArrowDown", "j"], ["ArrowUp", "k"]] : [["ArrowDown"], ["ArrowUp"]];
  if (down.includes(event.key)) return walk(event, node, 1);
  if (up.includes(event.key)) return walk(event, node, -1);
  const isDelete = event.key === "Delete" || event.key === "Backspace";
  const way = isDelete ? "delete" : Object.entries(keys).find(([, key]) => key === event.key.toLowerCase())?.[0];
  const button = way && (isDelete || singleKeys) && node.querySelector(`[data-way="${way}"]`);
  if (!(button instanceof HTMLElement)) return;
  event.preventDefault();
  if (!event.repeat) button.click();
}

/** @param {KeyboardEvent} event @param {Element} node @param {number} step */
function walk(event, node, step) {
  const page = /** @type {Element} */ (event.currentTarget);
  const all = [...page.querySelectorAll(".review-line")];
  const next = all[all.indexOf(node) + step];
  if (!next) return;
  const at = [...node.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const buttons = next.querySelectorAll("button");
  event.preventDefault();
  buttons[Math.min(at, buttons.length - 1)]?.focus();
}

/**
 * Where a line goes that has the focus, the one below it gets it, else the one above. Answers what does that after
 * lines were drawn, and says whether the focus is where it belongs.
 * @param {Element} body  that holds the lines
 */
export function focusKept(body) {
  const focused = document.activeElement;
  const node = body.contains(focused) ? focused?.closest(".review-line") : null;
  if (!node) return () => true;
  const beside = [node.nextElementSibling, node.previousElementSibling];
  const at = [...node.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (focused));
  return () => {
    if (node.isConnected) return true;
    const next = beside.find((one) => one?.isConnected)?.querySelectorAll("button")[at];
    next?.focus();
    return next !== undefined;
  };
}
