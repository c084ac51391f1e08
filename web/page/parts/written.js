/**
 * A text that is kept by itself: when the field is left, also by the page as a whole, on Enter, after two seconds of rest,
 * and every ten seconds while somebody writes on. What is refused stays in the field, and is tried again when it is left
 * again; where the field goes away before, it is offered again, and stands in the next field of the same text.
 */
import { interrupt } from "../announce.js";
import { dress, element } from "../element.js";
import { dropRefused, holdRefused, offerAgain, refusedAt } from "../refused-texts.js";
import { fit } from "./capture.js";
import { isComposed } from "../composed.js";
import { words } from "../words/words.js";

const rest = 2_000;
/** Each time is a change of its own in the history. */
const longest = 10_000;

export class Written {
  isRequired = false;
  #kept = "";
  /** Whether it was shown yet what stands here. */
  #isKnown = false;
  /** So many texts of it are on their way to the disk. */
  #asked = 0;
  #isRefused = false;
  #hasEnded = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rested;
  /** Runs from the first key that is not kept. @type {ReturnType<typeof setTimeout> | undefined} */
  #waited;
  #isLong;

  /**
   * @param {string} label @param {string} id @param {string} where  whose text it is (`fieldOf`)
   * @param {(text: string) => Promise<unknown>} keep  answers nothing where it was refused, which was said then
   */
  constructor(label, id, where, keep) {
    this.where = where;
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
      if (!ends || isComposed(event)) return;
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
    if (!this.#isKnown) return this.#begin(text);
    const isWriting = document.activeElement === this.node && this.node.value !== this.#kept;
    this.#kept = text;
    if (isWriting || this.#asked > 0 || this.#isRefused || this.node.value === text) return fit(this.node);
    this.node.value = text;
    fit(this.node);
  }

  /**
   * What was typed before it was known goes behind it, or behind what was written here before and refused.
   * @param {string} text
   */
  #begin(text) {
    this.#isKnown = true;
    this.#kept = text;
    const refused = refusedAt(this.where);
    const typed = (this.node.value ?? "").trim();
    this.node.value = [refused ?? text, typed].filter(Boolean).join(this.#isLong ? "\n" : " ");
    fit(this.node);
    if (refused !== null) this.#mark(true);
    if (typed) this.keepNow();
  }

  /** The field goes away. */
  end() {
    this.#hasEnded = true;
    this.keepNow();
  }

  async keepNow() {
    this.#waitNoMore();
    if (!this.#isKnown) return;
    const text = this.#isLong ? this.node.value : this.node.value.trim().replace(/\s*\n\s*/g, " ");
    if (text === this.#kept) return this.#mark(false);
    if (this.isRequired && text === "") {
      this.node.setAttribute("aria-invalid", "true");
      interrupt(words.detail.needsTitle);
      if (document.activeElement !== this.node) this.#giveBack();
      return;
    }
    this.#mark(false);
    const before = this.#kept;
    this.#kept = text;
    this.#asked += 1;
    const isKept = Boolean(await this.keep(text));
    this.#asked -= 1;
    this.#mark(!isKept);
    // By then it was shown what stands there.
    if (isKept && this.#kept !== before) this.show(this.#kept);
    else if (!isKept && this.#kept === text) this.#kept = before;
    // What was written last counts.
    if (!isKept && this.#hasEnded && this.#asked === 0) offerAgain(this.where, text, this.keep);
  }

  /** @param {boolean} isRefused */
  #mark(isRefused) {
    if (isRefused) holdRefused(this.where, this.node.value);
    else if (this.#isRefused) dropRefused(this.where);
    this.#isRefused = isRefused;
    dress(this.node, { "aria-invalid": isRefused ? "true" : null });
  }

  #giveBack() {
    this.node.value = this.#kept;
    this.#mark(false);
    fit(this.node);
  }

  #typed() {
    fit(this.node);
    clearTimeout(this.#rested);
    const keep = () => this.node.value.trim() === "" && this.isRequired ? this.#waitNoMore() : this.keepNow();
    this.#rested = setTimeout(keep, rest);
    this.#waited ??= setTimeout(keep, longest);
  }

  #waitNoMore() {
    clearTimeout(this.#rested);
    clearTimeout(this.#waited);
    this.#waited = undefined;
  }
}
