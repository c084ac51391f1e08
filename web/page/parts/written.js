/** A text that is kept by itself: when the field is left, on Enter, and after two seconds of rest. */
import { interrupt } from "../announce.js";
import { element } from "../element.js";
import { fit } from "./capture.js";
import { words } from "../words/words.js";

const rest = 2000;

export class Written {
  isRequired = false;
  #kept = "";
  #timer = 0;
  #isLong;

  /** @param {string} label @param {string} id @param {(text: string) => void} keep */
  constructor(label, id, keep) {
    this.keep = keep;
    this.#isLong = id.endsWith("notes");
    this.node = element("textarea", {
      class: "field",
      dir: "auto",
      id,
      rows: 1,
      "aria-label": label,
      autocomplete: "off",
    });
    this.node.addEventListener("input", () => this.#typed());
    this.node.addEventListener("blur", () => this.keepNow());
    this.node.addEventListener("keydown", (event) => {
      const ends = event.key === "Enter" && (!this.#isLong || event.ctrlKey || event.metaKey);
      if (!ends || event.isComposing) return;
      event.preventDefault();
      this.keepNow();
    });
  }

  /** @param {string} text */
  set placeholder(text) {
    this.node.placeholder = text;
  }

  /** What stands elsewhere; somebody who writes here is not disturbed. @param {string} text */
  show(text) {
    const isWriting = document.activeElement === this.node && this.node.value !== this.#kept;
    this.#kept = text;
    if (isWriting || this.node.value === text) return fit(this.node);
    this.node.value = text;
    fit(this.node);
  }

  keepNow() {
    clearTimeout(this.#timer);
    const text = this.#isLong ? this.node.value : this.node.value.trim().replace(/\s*\n\s*/g, " ");
    if (text === this.#kept) return;
    if (this.isRequired && text === "") {
      this.node.setAttribute("aria-invalid", "true");
      interrupt(words.detail.needsTitle);
      if (document.activeElement !== this.node) this.#giveBack();
      return;
    }
    this.node.removeAttribute("aria-invalid");
    this.#kept = text;
    this.keep(text);
  }

  #giveBack() {
    this.node.value = this.#kept;
    this.node.removeAttribute("aria-invalid");
    fit(this.node);
  }

  #typed() {
    fit(this.node);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.node.value.trim() === "" && this.isRequired || this.keepNow(), rest);
  }
}
