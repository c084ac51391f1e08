/** What was moved to a later day again and again, and how long things take. */
import { element } from "../element.js";
import { group } from "../parts/page.js";
import { render } from "../render.js";
import { go } from "../router.js";
import { shareList } from "./shares.js";
import { AsTable } from "./table.js";
import { later } from "../words/later.js";

const words = later.statistics;

/** @import { Answers } from "./source.js" */

/** A group of shares with a sentence and a table. */
class Habit {
  #list = element("div", { class: "share-room" });
  #table;

  /** @param {string} name */
  constructor(name) {
    this.#table = new AsTable(name);
    this.node = group(name, [this.#list, this.#table.node]);
    this.node.classList.add("pictured");
  }

  /**
   * @param {string} sentence @param {import("./shares.js").Share[]} shares
   * @param {() => import("./table.js").Table} table
   */
  draw(sentence, shares, table) {
    render(this.#list, shareList(shares), element("p", { class: "reading" }, sentence));
    this.#table.node.hidden = shares.length === 0;
    this.#table.show(table);
  }
}

export class Postponed extends Habit {
  constructor() {
    super(words.postponed);
  }

  /** @param {Answers["postponed"]} told */
  show({ count, tasks, days, most }) {
    const longest = Math.max(...most.map(({ count }) => count), 1);
    const shares = most.map(({ id, title, count }) => ({
      key: id,
      name: title ?? words.goneTask,
      words: words.times(count),
      part: count / longest,
      ...(title !== null && { open: () => go({ screen: "task", id }) }),
    }));
    this.draw(words.postponedTold(count, tasks, days), shares, () => ({
      head: [words.heads.task, words.heads.moves],
      rows: most.map(({ title, count }) => [title ?? words.goneTask, count]),
    }));
  }
}

export class CompletionTime extends Habit {
  constructor() {
    super(words.time);
  }

  /** @param {Answers["time"]} told */
  show({ count, medianSeconds, ninetiethSeconds, averageSeconds }) {
    const times = /** @type {[string, number][]} */ ([
      [words.half, medianSeconds],
      [words.mostOfThem, ninetiethSeconds],
      [words.average, averageSeconds],
    ].filter(([, seconds]) => seconds !== null));
    const longest = Math.max(...times.map(([, seconds]) => seconds), 1);
    const shares = times.map(([name, seconds]) => ({
      key: name,
      name,
      words: words.duration(seconds),
      part: seconds / longest,
    }));
    this.draw(words.timeTold(count), shares, () => ({
      head: [words.heads.tasks, words.heads.time],
      rows: times.map(([name, seconds]) => [name, words.duration(seconds)]),
    }));
  }
}
