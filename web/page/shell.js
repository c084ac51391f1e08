/**
 * What stands around the screens, and which screen stands in it. A task opens beside or over the view it was opened
 * from, which stays as it was.
 *
 * @import { Address } from "./router.js"
 * @import { View } from "../types/messages.js"
 * @import { Page } from "./screens/pages.js"
 */
import { lines } from "./announce.js";
import { drawWith } from "./by-frame.js";
import { address, opened, outline } from "./desk.js";
import { element, fill } from "./element.js";
import { Pointer } from "./list/pointer.js";
import { sameView } from "./mailbox.js";
import { icon } from "./parts/icons.js";
import { closeTask, isWide } from "./parts/pane.js";
import { drawSidebar, sidebar } from "./parts/sidebar.js";
import { drawTabs, tabs } from "./parts/tabs.js";
import { toasts } from "./parts/toast.js";
import { preferences } from "./preferences.js";
import { path } from "./router.js";
import * as screen from "./screen.js";
import { Detail } from "./screens/detail.js";
import { LaterCalendar, LaterLost, LaterSearch } from "./screens/later.js";
import { pageOf } from "./screens/pages.js";
import { ViewScreen } from "./screens/view.js";
import { startView } from "./start.js";
import { words } from "./words/words.js";

const hasMouse = matchMedia("(hover: hover)");

export class Shell {
  #main = element("main", { class: "main", id: "main" });
  #pane = element("aside", { class: "pane", "aria-label": words.detail.name, hidden: true });
  #scrim = element("div", { class: "scrim", hidden: true, onclick: () => this.#uncover() });
  #opener = element("button", {
    class: "quiet opener",
    "aria-label": words.navigation,
    "aria-expanded": "false",
    onclick: () => this.#drawer(!this.#hasDrawer),
  }, icon("menu"));
  #frame = element("div", { class: "frame" }, sidebar, this.#main, this.#scrim, this.#pane, this.#opener);
  #pointer = new Pointer();
  /** A page that is no view. @type {Page | null} */
  #page = null;
  #pageAt = "";
  /** The task that is open. @type {Detail | null} */
  #detail = null;
  /** What had the focus before a task was opened. @type {Element | null} */
  #before = null;

  /** Puts itself into the document. */
  constructor() {
    document.body.replaceChildren(this.#frame, tabs, toasts, ...lines);
    address.watch((where) => this.#arrive(where));
    drawWith([outline, preferences], around);
    sidebar.addEventListener("click", (event) => {
      if (/** @type {Element} */ (event.target).closest("a, button")) this.#drawer(false);
    });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#drawer(false));
  }

  /** Leaves the task that is open for the view beneath it. */
  closeTask = () => {
    closeTask({ screen: "view", view: screen.shown.value?.view ?? startView() });
  };

  /** @param {Address} where */
  #arrive(where) {
    if (where.screen === "task") {
      if (!screen.shown.value && !this.#page) this.#showView(startView(), false);
      this.#showTask(where.id, where.focus);
    } else {
      const wasCovered = this.#detail !== null;
      this.#hideTask();
      if (where.screen === "view") this.#showView(where.view, true);
      // What lay under a task is as it was left.
      else if (!(wasCovered && this.#page && this.#pageAt === path(where))) this.#showPage(where);
    }
    around();
  }

  /** @param {View} wanted @param {boolean} takesFocus */
  #showView(wanted, takesFocus) {
    const before = screen.shown.value;
    if (before?.view && sameView(before.view, wanted)) return;
    if (before instanceof LaterSearch && wanted.kind === "search") return before.seek(wanted);
    const wasWriting = before?.capture?.node.contains(document.activeElement);
    this.#clear();
    this.#frame.classList.remove("bare");
    const isLost = wanted.kind === "gaveWay" || wanted.kind === "notAccepted";
    const view = isLost
      ? new LaterLost(wanted)
      : wanted.kind === "search"
      ? new LaterSearch(wanted, this.#pointer)
      : new ViewScreen(wanted, this.#pointer);
    screen.shown.value = view;
    fill(this.#main, view.node);
    // A finger that was not writing would be shown a keyboard.
    if (takesFocus && (wasWriting || hasMouse.matches)) view.focus();
  }

  /** @param {Exclude<Address, {screen: "view" | "task"}>} where */
  #showPage(where) {
    this.#pageAt = path(where);
    if (where.screen === "calendar" && this.#page instanceof LaterCalendar) return this.#page.seek(where);
    this.#clear();
    // A widget stands alone in its window.
    this.#frame.classList.toggle("bare", where.screen === "widget");
    const page = pageOf(where, this.#pointer);
    this.#page = page;
    // Its list takes keys and drags, as that of a view does.
    if (page instanceof LaterCalendar) screen.shown.value = page;
    fill(this.#main, page.node);
    page.focus();
  }

  #clear() {
    if (screen.shown.value !== this.#page) screen.shown.value?.end();
    this.#page?.end();
    screen.shown.value = this.#page = null;
  }

  /** @param {string} id @param {"title" | "notes"} [focus] */
  #showTask(id, focus) {
    if (this.#detail?.id !== id) this.#putUp(id);
    // A finger that reads a task would be shown a keyboard.
    if (focus || hasMouse.matches && !isWide()) this.#detail?.focus(focus);
    else if (!isWide()) this.#detail?.node.focus({ preventScroll: true });
  }

  /** @param {string} id */
  #putUp(id) {
    this.#before ??= document.activeElement;
    this.#detail?.end();
    this.#detail = new Detail(id, this.closeTask);
    fill(this.#pane, this.#detail.node);
    this.#pane.hidden = this.#scrim.hidden = false;
    this.#frame.classList.add("has-pane");
    opened.value = id;
    this.#stillBeneath();
  }

  /** What lies under a task or the drawer takes neither focus nor presses. */
  #stillBeneath() {
    const isCovered = this.#detail !== null && !isWide();
    this.#main.inert = isCovered || this.#hasDrawer;
    sidebar.inert = isCovered;
  }

  #hideTask() {
    if (!this.#detail) return;
    const hadFocus = this.#pane.contains(document.activeElement);
    const list = screen.list();
    const row = list?.indexOf(this.#detail.id) ?? -1;
    this.#detail.end();
    this.#detail = null;
    this.#pane.hidden = this.#scrim.hidden = true;
    this.#frame.classList.remove("has-pane");
    opened.value = null;
    this.#stillBeneath();
    const before = this.#before;
    this.#before = null;
    // A task that was opened where it stands in the calendar leads back to its day, though it is in a list too.
    const isOfDay = before?.closest(".days-cell") && before.isConnected;
    if (hadFocus && row >= 0 && !isOfDay) list?.focusAt(row);
    else if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  }

  #uncover() {
    if (this.#detail) this.closeTask();
    else this.#drawer(false);
  }

  get #hasDrawer() {
    return this.#frame.classList.contains("drawer");
  }

  /** @param {boolean} isOpen */
  #drawer(isOpen) {
    if (this.#hasDrawer === isOpen) return;
    this.#frame.classList.toggle("drawer", isOpen);
    this.#opener.setAttribute("aria-expanded", String(isOpen));
    this.#scrim.hidden = !isOpen && !this.#detail;
    this.#stillBeneath();
    if (isOpen) sidebar.querySelector("a")?.focus();
    else this.#opener.focus({ preventScroll: true });
  }
}

function around() {
  drawSidebar();
  drawTabs();
}
