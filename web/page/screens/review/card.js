/**
 * One open task of the day, alone: what there is to say about it, and what can become of it, by one press or one key.
 *
 * @import { Place, Row } from "../../../types/messages.js"
 */
import { move, remove, setState } from "../../deeds.js";
import { outline } from "../../desk.js";
import { element } from "../../element.js";
import { aboutOf } from "../../list/row.js";
import { openCalendar } from "../../parts/calendar.js";
import { icon } from "../../parts/icons.js";
import { openTask } from "../../parts/pane.js";
import { hasDayParts } from "../../regions.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const w = later.review;

/**
 * What a card asks of the day: to do something with its task, to leave it, to go back to one that was left.
 * @typedef {{answer: (id: string, deed: () => Promise<unknown>) => void, leave: () => void, back: () => void}} Asks
 */

/** @typedef {{place: number, total: number, canGoBack: boolean}} Among */

/** The letters that mean the same on a task everywhere; the digits are those of the order. */
const letters = { tomorrow: "m", date: "d", inbox: "i", backlog: "b" };

/** What can become of a task, in the order of the digits. */
export function waysOut() {
  const known = /** @type {const} */ (["tomorrow", "date", "inbox", "delete", "leave"]);
  return hasDayParts() ? [...known, /** @type {const} */ ("backlog")] : known;
}

/** @typedef {ReturnType<typeof waysOut>[number]} WayOut */

/** @param {Row} row @param {Among} among @param {Asks} asks */
export function card(row, { place, total, canGoBack }, asks) {
  const { id, title, state } = row;
  const where = w.placeOf(place, total);
  const complete = () => asks.answer(id, () => setState([id], "completed"));
  return element(
    "section",
    { key: id, class: "review-card", "aria-label": `${title}, ${where}`, data: { task: id, state } },
    element("p", { class: "review-place", "aria-hidden": "true" }, where),
    element(
      "div",
      { class: "review-task", data: { state } },
      element(
        "button",
        { class: "circle", "aria-label": words.complete(title), onclick: complete },
        element("span", { class: "ring" }, icon("check")),
      ),
      element(
        "div",
        {},
        element(
          "h2",
          { tabindex: -1, class: "review-name", dir: "auto", "aria-description": where },
          element("button", { class: "review-open", onclick: () => openTask(id) }, title),
        ),
        element("div", { class: "about" }, aboutOf(row, { kind: "today" })),
      ),
    ),
    element("div", { class: "review-answers" }, waysOut().map((way, at) => answer(row, way, at + 1, asks))),
    canGoBack && element("button", { class: "way", onclick: asks.back, data: { way: "back" } }, w.back),
  );
}

/** @param {Row} row @param {WayOut} way @param {number} digit @param {Asks} asks */
function answer({ id, title, scheduledDate }, way, digit, asks) {
  const to = (/** @type {Place} */ place) => asks.answer(id, () => move([id], place));
  const deeds = {
    tomorrow: () => to({ kind: "tomorrow" }),
    date: (/** @type {Event} */ { currentTarget }) =>
      openCalendar(/** @type {HTMLElement} */ (currentTarget), {
        label: words.menu.date,
        about: title,
        value: scheduledDate,
        first: outline.value?.today,
        chosen: (date) => date && to({ kind: "date", date }),
      }),
    inbox: () => to({ kind: "inbox" }),
    delete: () => asks.answer(id, () => remove([id])),
    leave: asks.leave,
    backlog: () => to({ kind: "backlog" }),
  };
  const name = way === "date" ? words.menu.date : w.ways[way];
  return element(
    "button",
    {
      class: "soft",
      "aria-label": `${name}: ${title}`,
      "aria-keyshortcuts": String(digit),
      onclick: deeds[way],
      data: { way },
    },
    element("span", { class: "digit", "aria-hidden": "true" }, digit),
    name,
  );
}

/**
 * The keys of the card that is shown, wherever on the page the focus is. Answers whether the key meant something.
 * @param {KeyboardEvent} event @param {HTMLElement} node  that holds the card @param {boolean} singleKeys
 */
export function pressedOnCard(event, node, singleKeys) {
  const { key, target } = event;
  // A key that is held answers once, and not for the tasks that come after.
  if (event.repeat && key === "Enter") return true;
  const isOnButton = target instanceof HTMLElement && target.closest("button") !== null;
  if (!isOnButton && key === "Enter") return pressed(node.querySelector(".review-open"), event);
  if (!isOnButton && key === " ") return pressed(node.querySelector(".circle"), event);
  const way = wayOf(key, singleKeys);
  return way !== null && pressed(node.querySelector(`[data-way="${way}"]`), event);
}

/** @param {string} key @param {boolean} singleKeys */
function wayOf(key, singleKeys) {
  if (key === "Delete" || key === "Backspace") return "delete";
  if (key === "ArrowRight" || key === "ArrowDown") return "leave";
  if (key === "ArrowLeft" || key === "ArrowUp") return "back";
  if (!singleKeys) return null;
  if (key === "j") return "leave";
  if (key === "k") return "back";
  const named = Object.entries(letters).find(([, letter]) => letter === key.toLowerCase());
  return named?.[0] ?? (/^[1-9]$/.test(key) ? waysOut()[Number(key) - 1] ?? null : null);
}

/** @param {Element | null} button @param {KeyboardEvent} event */
function pressed(button, event) {
  if (!(button instanceof HTMLElement)) return false;
  if (!event.repeat) button.click();
  return true;
}
