/**
 * After the first task of a browser, once and never again, in one quiet line: how to install the app, and where to
 * capture from elsewhere. Both stand in the settings.
 */
import { standing } from "../desk.js";
import { element } from "../element.js";
import { putAway } from "../hand-on.js";
import { install, wayToInstall } from "../install.js";
import { prefer, preferences } from "../preferences.js";
import { go } from "../router.js";
import { words } from "../words/words.js";
import { isFirstVisit } from "./empty.js";
import { icon } from "./icons.js";

const w = words.firstMinute;

/** In this tab: its first task is still to come, the line stands, it is over. */
let now = /** @type {"before" | "first" | "said" | "over"} */ ("before");

/** Notices a first visit, to speak after it. */
export function noticeFirstVisit() {
  if (now === "before" && isFirstVisit() && !preferences.value.firstMinute) now = "first";
}

export function firstMinute() {
  noticeFirstVisit();
  if (now === "before" || now === "over" || isFirstVisit() || standing.value?.forgets) return null;
  if (now === "first") prefer({ firstMinute: true });
  now = "said";
  const way = wayToInstall();
  return element(
    "div",
    { key: "first-minute", class: "hint first-minute" },
    element("p", { class: "quiet-line" }, icon(way ? "device" : "plus"), w.sentences[way ?? "none"]),
    element(
      "div",
      {},
      way === "asked" && element("button", { class: "way", onclick: installed }, w.install),
      element("button", { class: "way", onclick: toElsewhere }, w.elsewhere),
      element("button", { class: "way", onclick: end }, w.notNow),
    ),
  );
}

/** Where no account could be begun, or somebody wants none, tasks are nowhere else. */
export function onlyHere() {
  const { account, trouble, waiting, onlyHere } = standing.value ?? { account: null, trouble: null, waiting: 0 };
  if (account || waiting === 0) return null;
  if (onlyHere) {
    const way = element("button", { class: "way", onclick: () => go({ screen: "settings" }) }, w.change);
    return element(
      "div",
      { key: "only-here", class: "hint" },
      element("p", { class: "quiet-line" }, icon("device"), w.onlyHere),
      way,
    );
  }
  if (trouble?.code !== "alone" || !trouble.with?.registration) return null;
  return element("p", { key: "only-here", class: "quiet-line" }, icon("device"), w.onlyHere);
}

/** @param {Event} event */
async function installed(event) {
  if (await install()) end(event);
}

/** @param {Event} event */
function toElsewhere(event) {
  end(event);
  go({ screen: "captureWays" });
}

/** @param {Event} event */
function end({ target }) {
  now = "over";
  putAway(/** @type {Element} */ (target).closest(".first-minute"));
}
