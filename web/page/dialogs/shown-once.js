/** What the server tells only once: to be copied, and an address also to be scanned. */
import { say } from "../announce.js";
import { element } from "../element.js";
import { qrPicture } from "../parts/qr-picture.js";
import { most } from "../qr.js";
import { later } from "../words/later.js";
import { openOnce } from "./dialog.js";

const { apps: w } = later.apps;

/** @typedef {import("../element.js").Child} Child */

/**
 * @param {string} title @param {Child} how  what to do with it @param {[label: string, value: string][]} values
 * @param {{scan?: string, picture?: string, more?: Child[]}} [options]  `scan`: what the picture says; `picture`: its name
 */
export async function showOnce(title, how, values, { scan, picture = w.qr, more = [] } = {}) {
  const told = element(
    "div",
    { class: "shown-once" },
    element("p", {}, how),
    values.map(([label, value]) => copied(label, value)),
    scan && scan.length <= most && element("div", { class: "qr" }, qrPicture(scan, picture)),
    more,
  );
  await openOnce(title, [told], w.kept);
}

/** A text with a way to copy it. @param {string} label @param {string} value */
export function copied(label, value) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    say(w.copied);
    button.replaceChildren(w.copied);
  };
  const button = element("button", { class: "soft", "aria-label": w.copy(label), onclick: copy }, w.copyShort);
  return element(
    "dl",
    { class: "copied" },
    element("dt", {}, label),
    element("dd", {}, value),
    // Browsers give it only over HTTPS.
    navigator.clipboard ? element("dd", { class: "copy" }, button) : null,
  );
}
