/** How what was done is spread over lists, categories, regions or tags. */
import { listNamed } from "../desk.js";
import { element } from "../element.js";
import { group, segments } from "../parts/page.js";
import { render } from "../render.js";
import { shareList } from "./shares.js";
import { AsTable } from "./table.js";
import { later } from "../words/later.js";

const words = later.statistics;

/** @import { Answers, By } from "./source.js" */

/** More than these are in the table alone. */
const most = 10;

export class Balance {
  #list = element("div", { class: "share-room" });
  #table = new AsTable(words.balance);

  /** @param {By} by @param {(by: By) => void} choose */
  constructor(by, choose) {
    const choices = /** @type {[By, string][]} */ (Object.entries(words.kinds));
    this.node = group(words.balance, [segments(words.by, choices, by, choose), this.#list, this.#table.node]);
    this.node.classList.add("pictured");
  }

  /**
   * @param {Answers["balance"] | null} told @param {By} by  what was chosen
   * @param {string | null} refusal  why it may not be known
   */
  show(told, by, refusal) {
    const isKnown = told?.by === by;
    this.#table.node.hidden = !isKnown;
    if (!isKnown) {
      this.#list.setAttribute("aria-busy", String(refusal === null));
      if (refusal !== null || !told) render(this.#list, element("p", { class: "reading" }, refusal ?? words.asking));
      return;
    }
    this.#list.removeAttribute("aria-busy");
    const longest = Math.max(...told.shares.map(({ count }) => count), 1);
    const shares = told.shares.map(({ key, name, count, percent }) => ({
      key: key ?? "",
      name: nameOf(by, key, name),
      words: words.share(count, percent),
      part: count / longest,
      colour: by === "list" ? listNamed(key)?.colorHex : null,
    }));
    const rest = shares.length - most;
    render(
      this.#list,
      shareList(shares.slice(0, most)),
      rest > 0 && element("p", { class: "reading" }, words.others(rest)),
    );
    this.#table.show(() => ({
      head: [words.kinds[by], words.heads.tasks, words.heads.share],
      rows: told.shares.map(({ key, name, count, percent }) => [nameOf(by, key, name), count, `${percent} %`]),
    }));
  }
}

/** @param {By} by @param {string | null} key @param {string | null} name */
function nameOf(by, key, name) {
  if (key === null) return words.without[by];
  return (by === "list" ? listNamed(key)?.name : null) ?? name ?? words.goneList;
}
