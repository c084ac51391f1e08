/**
 * The field in which tasks are written down: Enter keeps one and leaves the field empty and ready for the next. Several
 * pasted lines become several tasks. What is half written stays (../drafts.js), and what the device could not keep comes
 * back into the field.
 *
 * @import { Draft, KeptDraft, Place } from "../../types/messages.js"
 */
import { interrupt, say } from "../announce.js";
import { isComposed } from "../composed.js";
import { perform, placeName, tell } from "../deeds.js";
import { drafts } from "../desk.js";
import { dress, element } from "../element.js";
import { knock } from "../haptics.js";
import { linesOf, longestTitle, pastedList, tooLong } from "../lines.js";
import { icon } from "./icons.js";
import { written } from "./key-names.js";
import { momentOf } from "../moment.js";
import { newId } from "../new-id.js";
import { PlainField } from "./plain-field.js";
import { words } from "../words/words.js";

/** @typedef {{titles: string[], notes: string, completed: string[]}} Written */

export class Capture {
  #field = element("textarea", {
    class: "field",
    dir: "auto",
    rows: 1,
    enterkeyhint: "done",
    autocapitalize: "sentences",
    autocomplete: "off",
    "aria-label": words.capture.label,
    "aria-describedby": "capture-hint",
    placeholder: words.capture.placeholder,
  });
  #notes = element("textarea", {
    class: "field notes",
    dir: "auto",
    rows: 2,
    "aria-label": words.detail.notes,
    "aria-describedby": "capture-notes-hint",
  });
  #withNotes = element(
    "div",
    { hidden: true },
    this.#notes,
    element(
      "div",
      { class: "capture-foot" },
      element("span", { id: "capture-notes-hint" }, words.capture.saves(written("Ctrl+Enter"))),
      element("button", { class: "soft", type: "submit" }, words.save),
    ),
  );
  #toNotes = element(
    "button",
    { class: "quiet", "aria-label": words.capture.addNotes, hidden: true },
    icon("note"),
  );
  #plain = new PlainField(() => {
    drafts.write(this.where, this.#written);
    this.focus();
  }, () => this.place());
  #problem = element("p", { class: "capture-problem", id: "capture-problem", hidden: true });
  node = element(
    "form",
    { class: "capture" },
    element("button", { class: "mark", type: "submit", "aria-label": words.capture.add }, icon("plus")),
    element("div", { class: "fields" }, this.#field, this.#plain.node, this.#withNotes),
    this.#toNotes,
    element("span", { id: "capture-hint", class: "unseen" }, words.capture.description),
    this.#problem,
  );

  /**
   * @param {string} where  the address of the view, under which a draft is kept
   * @param {() => Place} place  where a task that is written down now belongs
   * @param {(ids: string[], line: import("../plain-words/line-reader.js").Line | null) => void} [kept]
   * @param {HTMLElement | null} [choice]  of what kind it is
   */
  constructor(where, place, kept = () => {}, choice = null) {
    this.where = where;
    this.place = place;
    this.kept = kept;
    if (choice) this.node.append(choice);
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.focus();
      this.#keep(event.timeStamp);
    });
    this.#toNotes.addEventListener("click", () => this.#openNotes());
    for (const field of [this.#field, this.#notes]) {
      field.addEventListener("input", () => {
        this.#trouble("");
        drafts.write(where, this.#written);
        this.#plain.show(this.#field.value);
      });
      field.addEventListener("keydown", (event) => this.#pressed(event, field));
    }
    this.#field.addEventListener("paste", (event) => this.#pasted(event));
    const endDraft = drafts.watch(where, (draft, isNews) => {
      // Who is writing here is not disturbed.
      if (!isNews || !document.hasFocus() || !this.node.contains(document.activeElement)) this.#show(draft);
    });
    this.end = () => {
      endDraft();
      this.#plain.end();
    };
  }

  /** @param {string} text */
  set placeholder(text) {
    if (this.#field.placeholder !== text) this.#field.placeholder = text;
  }

  /** Where tasks go that are written down here, where that is elsewhere than what is shown. @returns {Place | null} */
  elsewhere() {
    return null;
  }

  /** Goes to what stands below the field; answers whether there is anything. */
  below() {
    return false;
  }

  /** Leaves the field for what stands below; answers whether there is anything. */
  leave() {
    return false;
  }

  focus() {
    this.#field.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event @param {HTMLTextAreaElement} field */
  #pressed(event, field) {
    if (isComposed(event)) return;
    if (event.key === "Enter" && event.shiftKey && field === this.#field) {
      event.preventDefault();
      this.#openNotes();
    } else if (event.key === "Enter" && (field === this.#field || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.focus();
      this.#keep(event.timeStamp);
    } else if (event.key === "ArrowDown" && this.#field.value === "" && this.#withNotes.hidden) {
      if (this.below()) event.preventDefault();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      if (!this.leave()) field.blur();
    }
  }

  #openNotes() {
    this.#withNotes.hidden = false;
    this.#toNotes.hidden = true;
    fit(this.#notes);
    this.#notes.focus();
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    // Whose notes stand there already only Enter says.
    if (this.#notes.value.trim() !== "") return;
    const list = pastedList(event.clipboardData?.getData("text/plain") ?? "");
    if (!list || tooLong([...list.titles, ...list.completed]) !== null) return;
    event.preventDefault();
    const typed = this.#field.value.trim();
    this.#add([...(typed ? [typed] : []), ...list.titles], "", event.timeStamp, list.completed);
  }

  /** @param {number} pressed  the moment of the key, as events count */
  #keep(pressed) {
    const titles = linesOf(this.#field.value);
    const length = tooLong(titles);
    if (length !== null) return this.#trouble(words.capture.tooLong(longestTitle, length));
    if (titles.length > 0) this.#add(titles, this.#notes.value.trim(), pressed);
  }

  /** @param {string[]} titles @param {string} notes @param {number} pressed @param {string[]} [completed]  ones done already */
  async #add(titles, notes, pressed, completed = []) {
    this.#trouble("");
    const { plain } = this.#written;
    // It goes with the last of them, so that one or the other lies on the disk whatever happens.
    const draft = drafts.handOver(this.where);
    const adding = this.#addAll({ titles, notes, completed }, momentOf(pressed), draft);
    if (draft) drafts.hold(this.where, adding);
    drafts.write(this.where, { title: "", notes: "" });
    const left = await adding;
    if (left.length > 0) drafts.giveBack(this.where, { title: left.join("\n"), notes, ...(plain && { plain }) });
  }

  /**
   * Notes are those of the last. Answers what was not kept.
   * @param {Written} written @param {number} at @param {KeptDraft | null} draft
   */
  async #addAll({ titles, notes, completed }, at, draft) {
    const first = notes ? titles.slice(0, -1) : [];
    const rest = titles.slice(first.length);
    if (first.length > 0 && !await this.#perform({ titles: first, notes: "", completed: [] }, at)) return titles;
    return await this.#perform({ titles: rest, notes, completed }, at, draft) ? [] : [...rest, ...completed];
  }

  /**
   * Answers whether they were kept.
   * @param {Written} written @param {number} at @param {KeptDraft | null} [draft]  what they were made of
   */
  async #perform({ titles, notes, completed }, at, draft = null) {
    const elsewhere = this.elsewhere();
    const place = this.place();
    const line = titles.length === 1 && completed.length === 0 ? this.#plain.lineOf(titles[0]) : null;
    const more = {
      // So that they can be shown before they are kept.
      ids: titles.map(newId),
      ...(notes && { notes }),
      ...(completed.length > 0 && { completed }),
      ...(line && { titles: [line.title], fields: line.fields }),
    };
    const done = await perform({ act: "add", titles, place, ...more }, at, (why) => this.#trouble(why), draft);
    if (!done) return false;
    knock();
    this.kept(done.ids, line);
    keepStorage();
    if (line?.sentence) tell(done, line.sentence, "normal");
    else if (elsewhere) tell(done, words.addedTo(placeName(elsewhere), done.ids.length), "normal");
    else if (done.ids.length === 1) say(words.added([...titles, ...completed][0]));
    else tell(done, words.addedMany(done.ids.length), "long");
    return true;
  }

  /** Why what is written was not kept. @param {string} sentence */
  #trouble(sentence) {
    // What is written again is looked at again by the page.
    if (sentence === "" && this.#problem.hidden) return;
    if (sentence) interrupt(sentence);
    this.#problem.textContent = sentence;
    this.#problem.hidden = sentence === "";
    const described = sentence ? "capture-problem capture-hint" : "capture-hint";
    dress(this.#field, { "aria-invalid": sentence ? "true" : null, "aria-describedby": described });
  }

  /** @returns {Draft} */
  get #written() {
    const plain = [...this.#plain.takenBack];
    return { title: this.#field.value, notes: this.#notes.value, ...(plain.length > 0 && { plain }) };
  }

  /** @param {Draft} draft */
  #show({ title, notes, plain = [] }) {
    // Where it is there already, the cursor stays where it is.
    if (this.#field.value !== title) this.#field.value = title;
    if (this.#notes.value !== notes) this.#notes.value = notes;
    for (const part of plain) this.#plain.takenBack.add(part);
    this.#plain.show(title);
    const isWriting = document.activeElement === this.#notes;
    if (notes !== "") this.#withNotes.hidden = false;
    else if (title === "" && !isWriting) this.#withNotes.hidden = true;
    this.#toNotes.hidden = title === "" || !this.#withNotes.hidden;
    fit(this.#field);
    fit(this.#notes);
  }
}

let isStorageKept = false;

/** A browser that was asked may keep what is here when space is short. It is asked once by each page. */
function keepStorage() {
  if (!isStorageKept) navigator.storage?.persist?.();
  isStorageKept = true;
}

/** A field is as high as its text. @param {HTMLTextAreaElement} field */
export function fit(field) {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  // What is not on the screen has no height that could be measured.
  if (field.offsetParent === null) requestAnimationFrame(() => field.offsetParent !== null && fit(field));
  else field.style.height = `${field.scrollHeight}px`;
}
