/**
 * Cards at the edge of the app: what rings, and the question whether the browser may notify. They take no focus; F8 goes
 * to them.
 *
 * @import { Ring } from "../../types/messages.js"
 */
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { openMenu } from "../parts/menu.js";
import { complete, dismiss, open, snooze } from "./answers.js";
import { bodyOf, titleOf } from "./sentences.js";
import { later } from "../words/later.js";

const { notifications: w } = later.notifications;

/** More would cover the app. */
const narrow = matchMedia("(max-width: 639px)");

/** @param {(yes: boolean) => void} answer */
export function question(answer) {
  return element(
    "div",
    { key: "question", class: "ringing-card", role: "group", "aria-label": w.reminders },
    element("div", { class: "ringing-head" }, icon("bell"), element("p", { class: "ringing-title" }, w.ask)),
    element(
      "div",
      { class: "ringing-ways" },
      element("button", { class: "strong", onclick: () => answer(true) }, w.enable),
      element("button", { class: "soft", onclick: () => answer(false) }, w.notNow),
    ),
  );
}

/** @param {Ring[]} rings */
export function cards(rings) {
  const shown = rings.slice(narrow.matches ? -1 : -3).reverse();
  const more = rings.length - shown.length;
  return [
    ...shown.map(card),
    more > 0 && element(
      "div",
      { key: "more", class: "ringing-card ringing-more" },
      element("span", {}, w.more(more)),
      element("button", { class: "way", onclick: () => rings.forEach(({ tag }) => dismiss(tag)) }, w.dismissAll),
    ),
  ];
}

/** @param {Ring} ring */
function card(ring) {
  const { tag, task, subject } = ring;
  const title = titleOf(ring);
  const body = bodyOf(ring);
  const snoozed = (/** @type {Event} */ { currentTarget }) =>
    openMenu(/** @type {HTMLElement} */ (currentTarget), w.snooze, [
      { label: w.minutes, icon: "past", run: () => task && snooze(task, "10m") },
      { label: w.hour, icon: "past", run: () => task && snooze(task, "1h") },
      { label: w.tomorrow, icon: "tomorrow", run: () => task && snooze(task, "tomorrow") },
    ]);
  return element(
    "div",
    { key: tag, class: "ringing-card", role: "group", "aria-label": `${w.reminders}: ${title}` },
    element(
      "div",
      { class: "ringing-head" },
      icon("bell"),
      element(
        "button",
        { class: "ringing-title", onclick: () => open({ task }) },
        element("span", { dir: "auto" }, title),
        body && element("small", {}, body),
      ),
    ),
    element(
      "div",
      { class: "ringing-ways" },
      task && element("button", { class: "strong", onclick: () => complete(task) }, w.done),
      task && subject === "reminder" &&
        element("button", { class: "soft", "aria-haspopup": "menu", onclick: snoozed }, w.snooze),
      element("button", { class: task ? "soft" : "strong", onclick: () => dismiss(tag) }, w.dismiss),
    ),
  );
}
