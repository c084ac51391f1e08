/**
 * The field in which tasks are written down: Enter keeps one and leaves the field empty and ready for the next. Several
 * pasted lines become several tasks. What the device could not keep comes back into the field.
 *
 * @import { Place } from "../../types/messages.js"
 */
import { say } from "../announce.js";
import { perform, placeName, tell } from "../deeds.js";
import { element } from "../element.js";
import { icon } from "./icons.js";
import * as words from "../words/en.js";

/** A title of the server's: 10,000 characters are more than anybody types. */
const longest = 10_000;

export class Capture {
  #field = element("textarea", {
    class: "field",
    rows: 1,
    maxlength: longest,
    enterkeyhint: "done",
    autocapitalize: "sentences",
    autocomplete: "off",
    "aria-label": words.capture.label,
    "aria-describedby": "capture-hint",
    placeholder: words.capture.placeholder,
  });
  #notes = element("textarea", { class: "field notes", rows: 2, hidden: true, "aria-label": words.detail.notes });
  node = element(
    "form",
    { class: "capture" },
    element("button", { class: "mark", type: "submit", "aria-label": words.capture.add }, icon("plus")),
    element("div", { class: "fields" }, this.#field, this.#notes),
    element("span", { id: "capture-hint", class: "unseen" }, words.capture.description),
  );

  /** @param {() => Place} place  where a task that is written down now belongs @param {(ids: string[]) => void} [kept] */
  constructor(place, kept = () => {}) {
    this.place = place;
    this.kept = kept;
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#keep(event.timeStamp);
      this.focus();
    });
    for (const field of [this.#field, this.#notes]) {
      field.addEventListener("input", () => fit(field));
      field.addEventListener("keydown", (event) => this.#pressed(event, field));
    }
    this.#field.addEventListener("paste", (event) => this.#pasted(event));
  }

  /** @param {string} text */
  set placeholder(text) {
    this.#field.placeholder = text;
  }

  /** Where tasks go that are written down here, where that is elsewhere than what is shown. @returns {Place | null} */
  elsewhere() {
    return null;
  }

  /** Goes to what stands below the field; answers whether there is anything. */
  below() {
    return false;
  }

  focus() {
    this.#field.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event @param {HTMLTextAreaElement} field */
  #pressed(event, field) {
    if (event.isComposing) return;
    if (event.key === "Enter" && event.shiftKey && field === this.#field) {
      event.preventDefault();
      this.#notes.hidden = false;
      this.#notes.focus();
    } else if (event.key === "Enter" && (field === this.#field || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.#keep(event.timeStamp);
      this.#field.focus();
    } else if (event.key === "ArrowDown" && this.#field.value === "" && this.#notes.hidden) {
      if (this.below()) event.preventDefault();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      field.blur();
    }
  }

  /** @param {ClipboardEvent} event */
  #pasted(event) {
    const titles = titlesOf(event.clipboardData?.getData("text/plain") ?? "");
    if (titles.length < 2 || titles.some((title) => title.length > longest)) return;
    event.preventDefault();
    const typed = this.#field.value.trim();
    this.#add(typed ? [typed, ...titles] : titles, "", performance.now());
  }

  /** @param {number} pressed  the moment of the key, as events count */
  #keep(pressed) {
    const titles = titlesOf(this.#field.value);
    if (titles.length > 0) this.#add(titles, this.#notes.value.trim(), pressed);
  }

  /** Notes are those of the last. @param {string[]} titles @param {string} notes @param {number} pressed */
  async #add(titles, notes, pressed) {
    const at = Math.round(performance.timeOrigin + pressed);
    this.#write("", "");
    const first = notes ? titles.slice(0, -1) : [];
    if (first.length > 0 && !await this.#addAll(first, "", at)) return this.#giveBack(titles, notes);
    const rest = titles.slice(first.length);
    if (!await this.#addAll(rest, notes, at)) this.#giveBack(rest, notes);
  }

  /** Answers whether they were kept. @param {string[]} titles @param {string} notes @param {number} at */
  async #addAll(titles, notes, at) {
    const elsewhere = this.elsewhere();
    const done = await perform({ act: "add", titles, place: this.place(), ...(notes && { notes }) }, at);
    if (!done) return false;
    this.kept(done.ids);
    // A browser that was asked may keep what is here when space is short.
    navigator.storage?.persist?.();
    if (elsewhere) tell(done, words.addedTo(placeName(elsewhere), titles.length), "normal");
    else if (titles.length === 1) say(words.added(titles[0]));
    else tell(done, words.addedMany(titles.length), "long");
    return true;
  }

  /** What was not kept goes before what was typed meanwhile. @param {string[]} titles @param {string} notes */
  #giveBack(titles, notes) {
    const both = (/** @type {string} */ text, /** @type {string} */ typed) => [text, typed].filter(Boolean).join("\n");
    this.#write(both(titles.join("\n"), this.#field.value), both(notes, this.#notes.value));
  }

  /** @param {string} text @param {string} notes */
  #write(text, notes) {
    this.#field.value = text;
    this.#notes.value = notes;
    this.#notes.hidden = notes === "";
    fit(this.#field);
  }
}

/** A line is a task. @param {string} text */
function titlesOf(text) {
  return text.split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
}

/** A field is as high as its text. @param {HTMLTextAreaElement} field */
export function fit(field) {
  if (CSS.supports("field-sizing", "content")) return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
