/**
 * What a task consists of, inside it: written down one after the other, checked off, put in order, and put under each other.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { Spot } from "../subtasks/tree.js"
 */
import { say } from "../announce.js";
import { isComposed } from "../composed.js";
import { edit, nextState, remove, sayRefused, setState } from "../deeds.js";
import { element } from "../element.js";
import { longestTitle, pastedList, tooLong } from "../lines.js";
import { icon } from "../parts/icons.js";
import { openTask } from "../parts/pane.js";
import { dropRefused, fieldOf, offerAgain, refusedAt } from "../refused-texts.js";
import { render } from "../render.js";
import { addUnder, putAt } from "../subtasks/deeds.js";
import { dragSubtask } from "../subtasks/drag.js";
import { fold, isFolded } from "../subtasks/folded.js";
import { Followed } from "../subtasks/followed.js";
import { addList, offerList } from "../subtasks/pasted.js";
import { subtaskRow } from "../subtasks/rows.js";
import { spotOf } from "../subtasks/tree.js";
import { words } from "../words/words.js";

export class Subtasks {
  #progress = element("span", { class: "subtasks-progress" });
  #list = element("ul", {
    class: "subtasks-list",
    "aria-label": words.subtasks.name,
    "aria-describedby": "subtasks-keys",
  });
  #field = element("input", {
    class: "field",
    dir: "auto",
    id: "subtask-field",
    type: "text",
    autocomplete: "off",
    "aria-label": words.subtasks.add,
    placeholder: words.subtasks.add,
  });
  node = element(
    "section",
    { class: "subtasks", "aria-label": words.subtasks.name, hidden: true },
    element("h2", {}, words.subtasks.name, " ", this.#progress),
    this.#list,
    element("div", { class: "subtask-new" }, icon("plus"), this.#field),
    element("p", { class: "unseen", id: "subtasks-keys" }, words.subtasks.keys),
  );
  #isWanted = false;
  /** Whether keys move rows: Tab alone only passes by. */
  #isAtWork = false;
  /** @type {string | null} */
  #current = null;
  /** A row on its way to another place, which takes the focus with it. @type {string | null} */
  #carried = null;
  /** @type {string | null} */
  #edited = null;
  #hasEnded = false;
  #followed;

  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.#field.value = refusedAt(fieldOf("part", id)) ?? "";
    this.#isWanted = this.#field.value !== "";
    offerList(id);
    this.#followed = new Followed(id, () => this.#draw());
    this.#field.addEventListener("keydown", (event) => this.#typed(event));
    this.#field.addEventListener("paste", (event) => this.#pasted(event));
    this.#field.addEventListener("blur", () => this.#add());
    this.#list.addEventListener("focusin", (event) => this.#focused(event));
    this.#list.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.#list.contains(relatedTarget))) this.#isAtWork = false;
    });
  }

  get branches() {
    return this.#followed.branches;
  }

  /** The field for the first one. */
  begin() {
    this.#isWanted = true;
    this.#draw();
    this.#field.focus();
  }

  end() {
    this.#hasEnded = true;
    this.#add();
    this.#followed.end();
  }

  /** @param {Row} row  that has them */
  show({ subtasks, deletedAt }) {
    this.#progress.textContent = subtasks ? words.subtasks.progress(subtasks.done, subtasks.total) : "";
    if (subtasks) this.#progress.setAttribute("aria-label", words.subtasks.said(subtasks.done, subtasks.total));
    else this.#progress.removeAttribute("aria-label");
    this.node.hidden = !subtasks && !this.#isWanted || deletedAt !== null;
  }

  #draw() {
    const { branches } = this;
    if (this.#isWanted) this.node.hidden = false;
    const isThere = (/** @type {string | null} */ id) => branches.some(({ row }) => row.id === id);
    if (!isThere(this.#current) && this.#carried === null) this.#current = branches[0]?.row.id ?? null;
    render(this.#list, branches.map((branch) => subtaskRow(branch, this.#standing, this.#hands)));
    if (!this.#carried || !isThere(this.#carried)) return;
    if (document.activeElement === document.body) this.#nodeOf(this.#carried)?.focus();
    if (this.#list.contains(document.activeElement)) this.#isAtWork = true;
  }

  get #standing() {
    return { current: this.#current, edited: this.#edited };
  }

  #hands = {
    turn: (/** @type {Row} */ row) => setState([row.id], nextState(row)),
    open: (/** @type {Row} */ row) => openTask(row.id),
    fold: (/** @type {Row} */ row) => this.#fold(row, !isFolded(row.id)),
    press: (/** @type {Row} */ row, /** @type {Event} */ event) =>
      this.#pressed(row, /** @type {KeyboardEvent} */ (event)),
    kept: (/** @type {Row} */ row, /** @type {Event} */ event) =>
      this.#renaming(row, /** @type {KeyboardEvent} */ (event)),
    left: (/** @type {Row} */ row, /** @type {Event} */ { currentTarget }) =>
      this.#rename(row, /** @type {HTMLInputElement} */ (currentTarget).value),
    grip: (/** @type {Row} */ { id }, /** @type {Event} */ event) =>
      dragSubtask(
        /** @type {PointerEvent} */ (event),
        this.#list,
        { root: this.id, branches: this.branches, id },
        (spot) => this.#put(id, spot),
      ),
  };

  // The field in which subtasks are added.

  #add() {
    const title = this.#field.value.trim();
    const length = tooLong([title]);
    if (length !== null) return sayRefused(words.capture.tooLong(longestTitle, length));
    if (!title) return;
    this.#field.value = "";
    const where = fieldOf("part", this.id);
    dropRefused(where);
    const keep = (/** @type {string} */ title) => addUnder(this.id, [title]);
    keep(title).then((done) => {
      if (done) return;
      if (this.#field.value || this.#hasEnded) offerAgain(where, title, keep);
      else this.#field.value = title;
    });
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const { key } = event;
    if (isComposed(event)) return;
    if (key === "Enter") this.#add();
    else if (key === "ArrowUp" && this.branches.length > 0) this.#walk(this.branches.length - 1);
    else if (key === "Escape" && this.#field.value) this.#field.value = "";
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const list = pastedList(event.clipboardData?.getData("text/plain") ?? "");
    if (!list || tooLong([...list.titles, ...list.completed]) !== null) return;
    event.preventDefault();
    addList(this.id, list);
  }

  // Going about.

  /** @param {FocusEvent} event */
  #focused({ target }) {
    const id = /** @type {HTMLElement} */ (target).closest("li")?.dataset.id;
    if (id !== this.#carried) this.#carried = null;
    if (!id || id === this.#current) return;
    this.#current = id;
    this.#draw();
  }

  /** @param {number} at */
  #walk(at) {
    const { branches } = this;
    if (at >= branches.length) return this.#field.focus();
    const { id } = branches[Math.max(0, at)].row;
    this.#current = id;
    this.#draw();
    this.#nodeOf(id)?.focus();
    this.#isAtWork = true;
  }

  /** @param {string} id @returns {HTMLElement | null} */
  #nodeOf(id) {
    return this.#list.querySelector(`[data-id="${CSS.escape(id)}"]`);
  }

  /** @param {Row} row @param {KeyboardEvent} event */
  #pressed(row, event) {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey) return;
    const at = this.branches.findIndex(({ row: { id } }) => id === row.id);
    const deed = event.altKey ? this.#altKeys(row)[event.key] : this.#plainKeys(row, at, event)[event.key];
    if (!deed || deed() === false) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Row} row @returns {Record<string, () => unknown>} */
  #altKeys({ id }) {
    return {
      ArrowUp: () => this.#shift(id, "up"),
      ArrowDown: () => this.#shift(id, "down"),
      ArrowRight: () => this.#shift(id, "in"),
      ArrowLeft: () => this.#shift(id, "out"),
    };
  }

  /** @param {Row} row @param {number} at @param {KeyboardEvent} event @returns {Record<string, () => unknown>} */
  #plainKeys(row, at, { shiftKey, repeat }) {
    const { id } = row;
    const once = (/** @type {() => unknown} */ deed) => () => repeat ? undefined : deed();
    return {
      ArrowUp: () => this.#walk(at - 1),
      ArrowDown: () => this.#walk(at + 1),
      ArrowRight: () => this.#open(row, at),
      ArrowLeft: () => this.#shut(row),
      Home: () => this.#walk(0),
      End: () => this.#walk(this.branches.length - 1),
      " ": once(() => setState([id], shiftKey ? "completed" : nextState(row))),
      Enter: once(() => openTask(id)),
      e: once(() => this.#edit(id)),
      F2: once(() => this.#edit(id)),
      Delete: once(() => remove([id])),
      Backspace: once(() => remove([id])),
      Tab: () => this.#isAtWork && this.#shift(id, shiftKey ? "out" : "in"),
    };
  }

  // Folding.

  /** @param {Row} row @param {boolean} wanted */
  #fold({ id, title, subtasks }, wanted) {
    fold(id, wanted);
    this.#followed.refold();
    this.#draw();
    say(wanted ? words.subtasks.folded(title) : words.subtasks.unfolded(title, subtasks?.total ?? 0));
  }

  /** Opens what is folded; what is open leads on to its first. @param {Row} row @param {number} at */
  #open(row, at) {
    if (!row.subtasks) return false;
    if (isFolded(row.id)) this.#fold(row, false);
    else this.#walk(at + 1);
    return true;
  }

  /** Folds what is open; else leads to what it is part of. @param {Row} row */
  #shut(row) {
    if (row.subtasks && !isFolded(row.id)) {
      this.#fold(row, true);
      return true;
    }
    const { parent } = this.branches.find(({ row: { id } }) => id === row.id) ?? {};
    const above = this.branches.findIndex(({ row: { id } }) => id === parent);
    if (above < 0) return false;
    this.#walk(above);
    return true;
  }

  // Order.

  /** Answers false where it leads nowhere. @param {string} id @param {"up" | "down" | "in" | "out"} way */
  #shift(id, way) {
    const spot = spotOf(this.id, this.branches, id, way);
    if (!spot) return false;
    this.#isAtWork = true;
    this.#carried = id;
    this.#put(id, spot);
    return true;
  }

  /** @param {string} id @param {Spot} spot */
  async #put(id, spot) {
    const before = this.branches;
    const was = before.find(({ row }) => row.id === id);
    if (!await putAt(id, spot)) return;
    // It is seen where it went.
    if (isFolded(spot.parent)) {
      fold(spot.parent, false);
      this.#followed.refold();
    }
    if (was?.parent !== spot.parent) {
      const parent = before.find(({ row }) => row.id === spot.parent)?.row.title;
      return say(parent ? words.subtasks.nowPartOf(parent) : words.saved);
    }
    const peers = before.filter(({ parent, row }) => parent === spot.parent && row.id !== id);
    say(words.nowAt(peers.findIndex(({ row }) => row.id === spot.above) + 2, peers.length + 1));
  }

  // Names.

  /** @param {string} id @param {string} [refused]  what was written before, and is in the field again */
  #edit(id, refused) {
    this.#edited = id;
    this.#draw();
    const node = this.#nodeOf(id);
    const field = node?.querySelector("input");
    if (!field) return;
    const before = refused ?? refusedAt(fieldOf("title", id));
    if (before) [field.value, field.ariaInvalid] = [before, "true"];
    // Who has gone on meanwhile is not called back.
    if (refused && document.activeElement !== node && document.activeElement !== document.body) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  /** @param {Row} row @param {KeyboardEvent} event */
  #renaming(row, event) {
    event.stopPropagation();
    if (isComposed(event) || !["Enter", "Escape", "Tab"].includes(event.key)) return;
    event.preventDefault();
    const { value } = /** @type {HTMLInputElement} */ (event.currentTarget);
    this.#rename(row, event.key === "Escape" ? row.title : value);
    this.#nodeOf(row.id)?.focus();
    this.#isAtWork = true;
    if (event.key === "Tab") this.#shift(row.id, event.shiftKey ? "out" : "in");
  }

  /** @param {Row} row @param {string} text */
  async #rename({ id, title }, text) {
    if (this.#edited !== id) return;
    this.#edited = null;
    const wanted = text.trim();
    this.#draw();
    const where = fieldOf("title", id);
    dropRefused(where);
    if (!wanted || wanted === title) return;
    const keep = (/** @type {string} */ title) => edit([id], { title });
    if (await keep(wanted)) say(words.saved);
    else if (this.#edited === null && !this.#hasEnded && this.#nodeOf(id)) this.#edit(id, wanted);
    else offerAgain(where, wanted, keep);
  }
}
