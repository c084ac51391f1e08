/**
 * The day at a glance: Morning, Afternoon and Evening with their must-do and how much is done, and the backlog. A card
 * opens its part of the day, and takes what is dropped on it.
 *
 * @import { Board, BoardCell, Bucket } from "../../types/messages.js"
 * @import { Attributes, Child } from "../element.js"
 * @import { Address } from "../router.js"
 */
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { page } from "../parts/page.js";
import { buckets } from "../regions.js";
import { render } from "../render.js";
import { go, path } from "../router.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";

const w = later.board;

const day = words.dayParts;
const subscription = "board";

export class BoardPage {
  #page = page(words.views.board, null);
  #overall = element("div", { class: "overall" });
  #cards = element("div", { class: "board" }, element("p", { role: "status" }, w.asking));

  constructor() {
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.#page.show(this.#overall, this.#cards);
    keeper.look(subscription, { kind: "board" }, 0, 1, ({ board }) => board && this.#show(board));
  }

  end() {
    keeper.leave(subscription);
  }

  /** @param {Board} board */
  #show({ regions, backlog, backlogLimit, overall: { done, total, percent } }) {
    render(this.#overall, element("span", {}, day.doneOf(done, total)), bar(percent, day.doneOf(done, total)));
    render(this.#cards, regions.map(card), backlogCard(backlog, backlogLimit));
  }
}

/** @param {BoardCell} cell */
function card(cell) {
  const { region, mustDo, fills, progress } = cell;
  const isDone = mustDo?.state === "completed";
  const isFull = fills.misc.open >= fills.misc.limit;
  return link({ screen: "view", view: { kind: "region", region } }, {
    key: region,
    class: `card-of-day of-${region}-card`,
    "aria-label": w.cellName(cell),
    "aria-description": mustDo ? w.mustDoSaid(mustDo.title, isDone) : w.noMustDo,
    data: { drop: `region:${region}` },
    "data-full": isFull,
  }, [
    element("span", { class: "card-head" }, icon(region, `of-${region}`), element("b", {}, day.regions[region])),
    element(
      "span",
      { class: mustDo ? "card-must-do" : "card-must-do none", "data-state": mustDo?.state ?? null },
      mustDo && icon(isDone ? "check" : "today", "small"),
      mustDo ? element("span", { dir: "auto" }, mustDo.title) : w.noMustDo,
    ),
    element("span", { class: "card-fills" }, buckets.map((bucket) => fillLine(cell, bucket))),
    bar(progress.percent, day.complete(progress.percent)),
    element("span", { class: "card-foot" }, day.complete(progress.percent)),
  ]);
}

/**
 * How much of a bucket is taken up; what is dropped here goes into it.
 * @param {BoardCell} cell @param {Bucket} bucket
 */
function fillLine({ region, fills, locked }, bucket) {
  const { open, limit } = fills[bucket];
  const isFull = open >= limit;
  return element(
    "span",
    {
      class: isFull ? "fill-line taken" : "fill-line",
      data: { drop: `region:${region}:${bucket}` },
      "data-full": isFull,
    },
    element("span", {}, day.buckets[bucket]),
    bucket === "complementary" && locked && icon("lock", "small"),
    isFull && element("small", {}, day.full),
    element("span", { class: "fill" }, day.fill(open, limit)),
  );
}

/** @param {number} count @param {number | null} limit */
function backlogCard(count, limit) {
  return link({ screen: "view", view: { kind: "backlog" } }, {
    key: "backlog",
    class: "card-of-day",
    "aria-label": `${day.regions.backlog}, ${limit === null ? w.waiting(count) : w.ofLimit(count, limit)}`,
    data: { drop: "backlog" },
    "data-full": limit !== null && count >= limit,
  }, [
    element("span", { class: "card-head" }, icon("backlog", "of-backlog"), element("b", {}, day.regions.backlog)),
    element("span", { class: "card-must-do none" }, count === 0 ? words.empty.backlog[0] : w.waiting(count)),
    limit !== null && element("span", { class: "card-foot" }, w.ofLimit(count, limit)),
  ]);
}

/** @param {Address} where @param {Attributes} more @param {Child[]} inside */
function link(where, more, inside) {
  const follow = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(where);
  };
  return element("a", { href: path(where), draggable: "false", onclick: follow, ...more }, inside);
}

/** @param {number} percent @param {string} said */
function bar(percent, said) {
  const done = element("span", { class: "bar-done" });
  done.style.width = `${percent}%`;
  return element("span", { class: "bar", role: "img", "aria-label": said }, done);
}
