/**
 * The end of a day: first what was done, then each open task by itself, and in the end what the day was. What earlier days
 * have left is dealt with at once.
 *
 * @import { Picture } from "../../../types/messages.js"
 */
import { move, remove } from "../../deeds.js";
import { keeper } from "../../desk.js";
import { element } from "../../element.js";
import { gather } from "../../list/gather.js";
import { group } from "../../parts/page.js";
import { goTo } from "../../router.js";
import { later } from "../../words/later.js";
import { card } from "./card.js";
import { Cards } from "./cards.js";
import { doneOn } from "./findings.js";
import { lines } from "./line.js";

const w = later.review;

export class Day {
  cards = new Cards();
  #hasBegun = false;

  /** @param {() => void} changed  something else is to be drawn */
  constructor(changed) {
    this.changed = changed;
  }

  /** What is drawn now, and what it is drawn for, by which the focus knows whether it has to follow. */
  get step() {
    if (!this.#hasBegun) return "begin";
    return this.cards.current ?? "end";
  }

  /** @param {{today: Picture, logbook: Picture, past: Picture}} pictures */
  draw({ today, logbook, past }) {
    const open = today.rows.filter(({ state }) => state !== "completed");
    this.cards.show(open.map(({ id }) => id));
    const done = doneOn(logbook, today.today);
    const { current, place, total, left } = this.cards;
    const row = this.#hasBegun && open.find(({ id }) => id === current);
    if (row) {
      return [
        card(row, { place, total, canGoBack: left > 0 }, this.#asks),
        element("p", { class: "note review-note" }, w.cardNote),
        element("p", { class: "note review-note for-keys" }, w.keysNote),
      ];
    }
    return [
      this.#hasBegun && element("h2", { class: "review-end", tabindex: -1, key: "end" }, w.doneCount(done.length)),
      this.#way(open.length),
      group(w.done, [lines(done, [], w.nothingDone)], !this.#hasBegun && done.length > 0 && w.doneCount(done.length)),
      past.total > 0 && slate(past.total),
    ];
  }

  /** What leads to the tasks that are open, or to those that were left. @param {number} open */
  #way(open) {
    if (open === 0) return element("p", { key: "all", class: "review-none" }, w.allDone);
    const look = element(
      "button",
      { class: this.#hasBegun ? "soft" : "strong", onclick: this.#begin },
      this.#hasBegun ? w.again : w.begin(open),
    );
    return element("p", { key: "way", class: "review-way" }, this.#hasBegun && w.leftCount(open), look);
  }

  #begin = () => {
    this.#hasBegun = true;
    this.cards.again();
    this.changed();
  };

  /** @type {import("./card.js").Asks} */
  #asks = {
    answer: async (id, deed) => {
      const isLooked = this.cards.current === id;
      if (isLooked) this.cards.answer();
      this.changed();
      if (await deed() || !isLooked) return;
      this.cards.take(id);
      this.changed();
    },
    leave: () => {
      this.cards.leave();
      this.changed();
    },
    back: () => {
      this.cards.back();
      this.changed();
    },
  };
}

/** All tasks of earlier days at once. @param {number} count */
function slate(count) {
  const all = (/** @type {(ids: string[]) => unknown} */ deed) => async () =>
    deed(await gather(keeper, { kind: "past" }));
  return group(w.past, [
    element("p", { class: "review-none" }, w.pastCount(count)),
    element(
      "div",
      { class: "review-slate" },
      element("button", { class: "soft", onclick: all((ids) => move(ids, { kind: "today" })) }, w.slateTo.today),
      element("button", { class: "soft", onclick: all((ids) => move(ids, { kind: "inbox" })) }, w.slateTo.inbox),
      element("button", { class: "soft", onclick: all(remove) }, w.slateTo.delete),
      element("button", { class: "way", onclick: () => goTo("past") }, w.slateTo.show),
    ),
  ], w.slate);
}
