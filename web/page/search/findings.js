/**
 * What is said of a search beside its rows: how many, that it is no filter, and what can be done where nothing is found
 * or nothing asked for.
 *
 * @import { Picture } from "../../types/messages.js"
 */
import { say } from "../announce.js";
import { standing } from "../desk.js";
import { dress, element } from "../element.js";
import { render } from "../render.js";
import { number } from "../words/forms.js";
import { later } from "../words/later.js";
import { lately, nothingFound } from "./beneath.js";
import { recentSearches } from "./recent.js";
import { wordAt } from "./trouble.js";

const w = later.search;

/**
 * @typedef {object} Ways
 * @property {(query: string) => void} again  searches for it
 * @property {() => void} without  searches on without the filters
 * @property {() => void} changed  what was searched for lately is otherwise now
 * @property {() => void} commands
 */

export class Findings {
  count = element("span", { class: "count" });
  note = element("p", { class: "search-note", hidden: true });
  empty = element("div", { class: "empty search-empty", hidden: true });
  #sentence = "";
  #rests = false;
  #isSaid = false;

  /** @param {Ways} ways */
  constructor(ways) {
    this.ways = ways;
  }

  /** Another search begins. */
  begin() {
    this.#rests = this.#isSaid = false;
    this.#sentence = "";
  }

  /** Nobody types any more: now it may be said what was found. */
  rest() {
    this.#rests = true;
    this.#speak();
  }

  /** Nothing is looked for. */
  showLately() {
    this.#draw(0, "");
    render(this.empty, lately(recentSearches(), isKept(), this.ways));
  }

  /** @param {Picture} picture @param {string} query @param {import("./terms.js").Parts} parts  of it */
  show(picture, query, parts) {
    const { total, broken, brokenAt = 0 } = picture;
    const trouble = broken && `${w.broken(broken, wordAt(query, brokenAt))} ${w.asWords}`;
    const isMisspelt = picture.from === 0 && picture.rows[0]?.isMisspelt === true;
    this.#draw(total, trouble ?? (isMisspelt ? w.misspelt : ""));
    if (total === 0) render(this.empty, nothingFound(parts, this.ways.without));
    this.#sentence = total > 0 ? w.found(total) : w.nothing(parts.text.trim());
    this.#speak();
  }

  /** @param {number} total @param {string} note */
  #draw(total, note) {
    this.count.textContent = total > 0 ? number(total) : "";
    dress(this.count, { "aria-label": total > 0 && w.found(total) });
    this.note.textContent = note;
    this.note.hidden = note === "";
    this.empty.hidden = total > 0;
  }

  #speak() {
    if (!this.#rests || this.#isSaid || this.#sentence === "") return;
    this.#isSaid = true;
    say(this.note.hidden ? this.#sentence : `${this.note.textContent} ${this.#sentence}`);
  }
}

/** Whether searches are kept when the tab is closed. */
export function isKept() {
  return standing.value?.forgets !== true;
}
