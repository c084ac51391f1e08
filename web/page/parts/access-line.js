/** A line for something that has access: its name, what is known of it, and what can be done with it. */
import { clockIn } from "../dates.js";
import { outline } from "../desk.js";
import { element } from "../element.js";
import { sayDate } from "../words/forms.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";

/**
 * @param {string} drawn  an icon @param {string} name @param {string[]} facts
 * @param {string} label  of what opens the menu @param {(import("./menu.js").MenuItem | false)[]} items
 */
export function accessLine(drawn, name, facts, label, items) {
  const more = element(
    "button",
    { class: "quiet", "aria-label": label, onclick: () => openMenu(more, name, items) },
    icon("more"),
  );
  return element(
    "div",
    { class: "setting" },
    icon(drawn),
    element("span", { class: "label-text" }, name, element("small", {}, facts.join(", "))),
    more,
  );
}

/** The day of an instant, in the account's zone. @param {string} at */
export function dayOf(at) {
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  return sayDate(clockIn(at, zone).slice(0, 10), { day: "numeric", month: "short", year: "numeric" });
}
