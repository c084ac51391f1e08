/**
 * What stands around the screens, and which screen stands in it. A task opens beside or over the view it was opened
 * from, which stays as it was.
 *
 * @import { Address } from "./router.js"
 * @import { View } from "../types/messages.js"
 */
import { lines } from "./announce.js";
import { address, opened, outline, standing } from "./desk.js";
import { element, fill } from "./element.js";
import { sameView } from "./mailbox.js";
import { icon } from "./parts/icons.js";
import { closeTask, isWide } from "./parts/pane.js";
import { drawSidebar, sidebar } from "./parts/sidebar.js";
import { drawTabs, tabs } from "./parts/tabs.js";
import { toasts } from "./parts/toast.js";
import { preferences } from "./preferences.js";
import * as screen from "./screen.js";
import { Detail } from "./screens/detail.js";
import { LostScreen } from "./screens/lost.js";
import { pageOf } from "./screens/pages.js";
import { ViewScreen } from "./screens/view.js";
import * as words from "./words/en.js";

const main = element("main", { class: "main", id: "main" });
const pane = element("aside", { class: "pane", "aria-label": words.detail.name, hidden: true });
const scrim = element("div", { class: "scrim", hidden: true, onclick: () => detail ? closePane() : drawer(false) });
const opener = element("button", {
  class: "quiet opener",
  type: "button",
  "aria-label": words.navigation,
  "aria-expanded": "false",
});
const frame = element("div", { class: "frame" }, sidebar, main, scrim, pane);

/** @type {ViewScreen | LostScreen | null} */
let view = null;
/** @type {{end(): void} | null} */
let other = null;
/** @type {Detail | null} */
let detail = null;
/** @type {Element | null} */
let before = null;

/** Puts the shell into the document. */
export function raise() {
  opener.append(icon("menu"));
  opener.addEventListener("click", () => drawer(!frame.classList.contains("drawer")));
  frame.append(opener);
  document.body.replaceChildren(frame, tabs, toasts, ...lines);
  address.watch(arrive);
  outline.watch(around);
  standing.watch(around);
  sidebar.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("a, button")) drawer(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && frame.classList.contains("drawer")) drawer(false);
  });
}

/** The address of what lies under a task. @returns {Address} */
function beneath() {
  return { screen: "view", view: view?.view ?? { kind: preferences.value.start } };
}

/** @param {Address} where */
function arrive(where) {
  if (where.screen === "task") {
    if (!view) showView({ kind: preferences.value.start }, false);
    showTask(where.id, where.focus);
  } else {
    hideTask();
    if (where.screen === "view") showView(where.view, true);
    else showPage(where);
  }
  around();
}

/** @param {View} wanted @param {boolean} takesFocus */
function showView(wanted, takesFocus) {
  if (view && sameView(view.view, wanted)) return;
  const wasWriting = view?.capture?.node.contains(document.activeElement);
  clear();
  view = wanted.kind === "gaveWay" || wanted.kind === "notAccepted" ? new LostScreen(wanted) : new ViewScreen(wanted);
  screen.show(view);
  fill(main, view.node);
  // A finger that was not writing would be shown a keyboard.
  if (takesFocus && (wasWriting || matchMedia("(hover: hover)").matches)) view.focus();
}

/** @param {Exclude<Address, {screen: "view" | "task"}>} where */
function showPage(where) {
  clear();
  const page = pageOf(where);
  other = page;
  fill(main, page.node);
  page.focus();
}

function clear() {
  view?.end();
  other?.end();
  view = other = null;
  screen.show(null);
}

/** @param {string} id @param {"title" | "notes"} [focus] */
function showTask(id, focus) {
  if (detail?.id !== id) putUp(id);
  if (focus || !isWide()) detail?.focus(focus);
}

/** @param {string} id */
function putUp(id) {
  before ??= document.activeElement;
  detail?.end();
  detail = new Detail(id, closePane);
  fill(pane, detail.node);
  pane.hidden = scrim.hidden = false;
  frame.classList.add("has-pane");
  opened.value = id;
  stillBeneath();
}

/** What lies under a task or the drawer takes neither focus nor presses. */
function stillBeneath() {
  const isCovered = detail !== null && !isWide();
  main.inert = isCovered || frame.classList.contains("drawer");
  sidebar.inert = isCovered;
}

function hideTask() {
  if (!detail) return;
  const hadFocus = pane.contains(document.activeElement);
  const row = view?.list?.indexOf(detail.id) ?? -1;
  detail.end();
  detail = null;
  pane.hidden = scrim.hidden = true;
  frame.classList.remove("has-pane");
  opened.value = null;
  stillBeneath();
  if (hadFocus && row >= 0) view?.list?.focusAt(row);
  else if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  before = null;
}

/** Leaves the task that is open for the view beneath it. */
export function closePane() {
  closeTask(beneath());
}

/** @param {boolean} isOpen */
function drawer(isOpen) {
  if (frame.classList.contains("drawer") === isOpen) return;
  frame.classList.toggle("drawer", isOpen);
  opener.setAttribute("aria-expanded", String(isOpen));
  scrim.hidden = !isOpen && !detail;
  stillBeneath();
  if (isOpen) sidebar.querySelector("a")?.focus();
  else opener.focus({ preventScroll: true });
}

function around() {
  drawSidebar();
  drawTabs();
}
