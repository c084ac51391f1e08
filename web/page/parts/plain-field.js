/**
 * Plain words for a field that tasks are written into. What reads them is loaded as soon as it is known that somebody has
 * switched it on; a line that is entered before that is taken as it is written, so that no task waits for it.
 */
import { outline } from "../desk.js";
import { element } from "../element.js";
import { more } from "./later.js";

/** @typedef {import("../plain-words/understood.js").Understood} Understood */

export class PlainField {
  node = element("div", {});
  #isLoading = false;
  /** @type {Understood | null} */
  #understood = null;
  #text = "";
  /** What of the text is to stay as it is written. @type {Set<string>} */
  takenBack = new Set();

  /**
   * @param {() => void} changed  after something was taken back: keeps that, and goes to the field
   * @param {() => import("../../types/messages.js").Place} place  where a task goes that says nothing else
   */
  constructor(changed, place) {
    this.changed = changed;
    this.place = place;
    // Lists have come or gone, or it was switched on or off.
    this.end = outline.watch(() => this.show(this.#text));
  }

  /** Shows what is understood of a text. @param {string} text */
  show(text) {
    this.#text = text;
    if (text.trim() === "") this.takenBack.clear();
    this.#load();
    this.#understood?.show(this.#isWanted ? text : "");
  }

  /** The task that a line says; null where it is taken as it is written. @param {string} text */
  lineOf(text) {
    return this.#isWanted ? this.#understood?.read(text) ?? null : null;
  }

  get #isWanted() {
    return Boolean(outline.value?.settings.captureLanguage);
  }

  async #load() {
    if (this.#isLoading || this.#understood || !this.#isWanted) return;
    this.#isLoading = true;
    try {
      const { Understood } = await more();
      this.#understood = await Understood.begin(this.takenBack, this.changed, this.place);
      this.node.append(this.#understood.node);
      this.show(this.#text);
    } catch {
      // It is asked for again when somebody goes on typing: there may be a network by then.
    } finally {
      this.#isLoading = false;
    }
  }
}
