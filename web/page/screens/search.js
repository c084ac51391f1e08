/**
 * The search: finds while somebody types, from what is on this device, so that it works offline. What is found is a
 * list like any other.
 *
 * @import { Picture, View } from "../../types/messages.js"
 * @import { Pointer } from "../list/pointer.js"
 */
import { showCommands } from "../commands.js";
import { isComposed } from "../composed.js";
import { listNamed, opened, outline } from "../desk.js";
import { element, fill } from "../element.js";
import { Clicks } from "../list/clicks.js";
import { ListDeeds } from "../list/list-deeds.js";
import { List } from "../list/list.js";
import { icon } from "../parts/icons.js";
import { selectionBar } from "../parts/selection-bar.js";
import { standingLine } from "../parts/standing-line.js";
import { preferences } from "../preferences.js";
import { back, go } from "../router.js";
import { startAddress } from "../start.js";
import { Chips } from "../search/chips.js";
import { SearchField } from "../search/field.js";
import { Findings, isKept } from "../search/findings.js";
import { rememberSearch } from "../search/recent.js";
import { changeFilter, saveSearch } from "../search/save.js";
import { partsOf, queryOf } from "../search/terms.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";

const w = later.search;

/** @typedef {Extract<View, {kind: "search"}>} SearchView */

/** What is typed goes into the address, and is said, when it rests so long, in milliseconds. */
const rest = 400;

export class SearchScreen {
  name = words.search;
  #title = element("h1", { tabindex: -1 }, words.search);
  #save = element("button", { class: "addition save-search" }, icon("filter"), w.saveAs);
  #change = element("p", { class: "search-note", hidden: true });
  #scroller = element("div", { class: "scroller", tabindex: -1 });
  #field = new SearchField({
    typed: () => this.#typed(),
    sent: () => this.#sent(),
    below: () => this.list.focusAt(0) !== null,
  });
  #chips = new Chips(() => this.#typed());
  #findings = new Findings({
    again: (text) => this.#again(text),
    without: () => this.#withoutChips(),
    changed: () => (this.#findings.showLately(), this.#field.focus()),
    commands: showCommands,
  });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #resting;
  /** Enter was pressed before the answer was here. */
  #opensFirst = false;

  /** @param {SearchView} view @param {Pointer} pointer */
  constructor(view, pointer) {
    this.view = view;
    this.list = new List(view, this.#scroller, {
      shown: (picture) => this.#shown(picture),
      lostFocus: () => this.#field.focus(),
      selected: () => this.bar.draw(),
    });
    this.deeds = new ListDeeds(this.list);
    this.bar = selectionBar(this.list);
    const top = element("div", { class: "top" }, this.#field.node);
    this.#scroller.append(element(
      "div",
      { class: "column" },
      top,
      element("div", { class: "search-line" }, this.#chips.node, this.#save),
      this.#change,
      this.#findings.note,
      this.list.node,
      this.#findings.empty,
    ));
    const leave = element(
      "button",
      { class: "quiet", "aria-label": words.goBack, onclick: () => this.#leave() },
      icon("back"),
    );
    const head = element(
      "header",
      { class: "head" },
      element("div", { class: "head-line" }, leave, this.#title, this.#findings.count),
      standingLine(),
    );
    this.node = element("section", { class: "screen view-search" }, head, this.#scroller, this.bar.node);
    this.node.addEventListener("keydown", (event) => this.#pressed(event));
    this.list.rows.addEventListener("focusin", () => this.#settle());
    this.node.addEventListener("focusout", () => this.#putDown());
    this.#save.addEventListener("click", () => this.#keep());
    const clicks = new Clicks(this.list);
    const unbind = [() => clicks.end(), pointer.bind(this.list, this.deeds), outline.watch(() => this.#around())];
    this.unbind = () => unbind.forEach((end) => end());
    document.title = `${words.search} - Daybook`;
    this.#write();
    this.#wait();
  }

  focus() {
    this.#field.focus();
    this.#field.select();
  }

  end() {
    clearTimeout(this.#resting);
    this.unbind();
    this.list.end();
  }

  /** Another search, of the address. @param {SearchView} view */
  seek(view) {
    if (view.text === this.view.text && view.list === this.view.list) return;
    this.#look(view);
    this.#write();
  }

  get #parts() {
    return { terms: this.#chips.terms, text: this.#field.text };
  }

  /** What is typed is looked for; the address follows. */
  #typed() {
    this.#look({ ...this.view, text: queryOf(this.#parts) });
  }

  /** @param {SearchView} view */
  #look(view) {
    this.view = view;
    this.#opensFirst = false;
    this.#findings.begin();
    this.#wait();
    this.list.turnTo(view);
    if (view.text === "") this.#shown(null);
  }

  #wait() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#putDown();
      this.#findings.rest();
    }, rest);
  }

  /** The address says what is looked for, so that a reload and the way back find it. */
  #putDown() {
    if (location.pathname === "/app/search") go({ screen: "view", view: this.view }, { instead: true });
  }

  /** Somebody goes on to what was found. */
  #settle() {
    this.#putDown();
    if (this.view.text !== "" && (this.list.picture?.total ?? 0) > 0) this.#remember();
  }

  #remember() {
    rememberSearch(this.view.text, isKept());
  }

  #sent() {
    this.#putDown();
    if (this.view.text === "") return;
    this.#remember();
    // A finger sees what was found when the keys on the screen are gone.
    if (!matchMedia("(hover: hover)").matches) return this.#field.blur();
    this.#opensFirst = true;
    if (this.#isAnswer(this.list.picture)) this.#openFirst();
  }

  #openFirst() {
    if (!this.#opensFirst) return;
    this.#opensFirst = false;
    if (this.list.focusAt(0)) this.deeds.open();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (defaultPrevented || isComposed(event) || altKey || ctrlKey || metaKey || shiftKey) return;
    const onRow = this.list.rows.contains(document.activeElement);
    const isUp = key === "ArrowUp" || key === "k" && preferences.value.singleKeys;
    if (onRow && isUp && this.list.currentIndex === 0) this.#field.focus();
    else if (key !== "Escape" || opened.value !== null || onRow && this.list.selection.size > 0) return;
    else this.#leave();
    event.preventDefault();
  }

  #leave() {
    back(startAddress());
  }

  #keep() {
    const isBroken = this.#isAnswer(this.list.picture) && this.list.picture.broken !== undefined;
    const { text, list } = this.view;
    if (list) changeFilter(list, text, isBroken);
    else saveSearch(text, isBroken, this.#field.text.trim().slice(0, 60) || this.#chips.name);
  }

  /** Puts the search into the field and the chips. */
  #write() {
    const { terms, text } = partsOf(this.view.text);
    this.#field.text = text;
    this.#chips.terms = terms;
    this.#around();
    if (this.view.text === "") this.#shown(null);
  }

  #around() {
    const list = this.view.list ? listNamed(this.view.list) : null;
    this.#change.hidden = list === null;
    this.#change.textContent = list ? w.changing(list.name) : "";
    fill(this.#save, icon("filter"), list ? words.save : w.saveAs);
    this.#chips.draw();
    this.list.redraw();
  }

  /** Whether a picture shows what is looked for now. @param {Picture | null} picture @returns {picture is Picture} */
  #isAnswer(picture) {
    if (picture === null || picture.fromDisk || picture.view.kind !== "search") return false;
    return picture.view.text === this.view.text;
  }

  /** @param {Picture | null} picture */
  #shown(picture) {
    this.#save.hidden = this.view.text === "";
    if (this.view.text === "") return this.#findings.showLately();
    if (!this.#isAnswer(picture)) return;
    this.#findings.show(picture, this.view.text, this.#parts);
    this.#openFirst();
  }

  /** @param {string} text */
  #again(text) {
    this.seek({ ...this.view, text });
    this.#putDown();
    this.#field.focus();
  }

  #withoutChips() {
    this.#chips.terms = [];
    this.#typed();
    this.#field.focus();
  }
}
