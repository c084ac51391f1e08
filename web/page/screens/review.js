/**
 * Looking back: on the day (what was done, what is open, what earlier days have left) and on the week (what was put off
 * again and again, what has been in the Inbox for long, how the parts of the day were used). All of it is what this
 * device has, so it needs no network.
 *
 * @import { Picture, Row } from "../../types/messages.js"
 * @import { Address } from "../router.js"
 */
import { move, remove } from "../deeds.js";
import { plusDays } from "../dates.js";
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { gather } from "../list/gather.js";
import { group, page } from "../parts/page.js";
import { hasDayParts } from "../regions.js";
import { render } from "../render.js";
import { go, goTo, path } from "../router.js";
import { later } from "../words/later.js";
import { byCategory, byRegion } from "./review/balance.js";
import { doneOn, doneSince, longInInbox, putOff } from "./review/findings.js";
import { aside, focusKept, keyOf, line, pressed } from "./review/line.js";

const w = later.review;

const looks = /** @type {const} */ ({
  day: ["today", "logbook", "past"],
  week: ["today", "logbook", "past", "inbox", "upcoming", "backlog"],
});
const most = 500;

export class ReviewPage {
  #page = page(w.title, null);
  #body = element("div", { class: "groups", onkeydown: pressed });
  /** @type {Record<string, Picture>} */
  #pictures = {};

  /** @param {{part?: "week"}} where */
  constructor({ part }) {
    this.part = part;
    this.node = this.#page.node;
    this.focus = this.#page.focus;
    this.views = looks[part ?? "day"];
    render(this.#body, element("p", { role: "status" }, w.asking));
    this.#page.show(parts(part), this.#body);
    for (const kind of this.views) {
      keeper.look(`review-${kind}`, { kind }, 0, most, (picture) => {
        if (picture.fromDisk) return;
        this.#pictures[kind] = picture;
        this.#draw();
      });
    }
  }

  end() {
    for (const kind of this.views) keeper.leave(`review-${kind}`);
  }

  #draw() {
    if (this.views.some((kind) => !this.#pictures[kind])) return;
    const back = focusKept(this.#body);
    render(this.#body, this.part === "week" ? this.#week() : this.#day());
    if (!back()) this.focus();
  }

  #day() {
    const { today, logbook, past } = this.#pictures;
    const done = doneOn(logbook, today.today);
    const open = today.rows.filter(({ state }) => state !== "completed");
    const ways = /** @type {const} */ (["tomorrow", aside()]);
    return [
      group(w.done, [lines(done, [], w.nothingDone)], done.length > 0 && w.doneCount(done.length)),
      group(
        w.open,
        [lines(open, [...ways], w.allDone)],
        open.length > 0 && element("span", { class: "for-keys" }, w.keysNote(w.ways[ways[1]], keyOf(ways[1]))),
      ),
      past.total > 0 && slate(past.total),
    ];
  }

  #week() {
    const { today, logbook, past, inbox, upcoming, backlog } = this.#pictures;
    const often = putOff([today, past, inbox, upcoming, backlog].flatMap(({ rows }) => rows));
    const long = longInInbox(inbox.rows);
    const done = doneSince(logbook, plusDays(today.today, -6));
    return [
      group(w.putOff, [lines(often, ["tomorrow", aside()], w.noPutOff)], often.length > 0 && w.putOffNote),
      group(
        w.inbox,
        [lines(long.rows, ["today", "tomorrow"], w.inboxCount(inbox.open), w.inboxCount(inbox.open))],
        long.rows.length > 0 && w.inboxNote,
      ),
      hasDayParts() && byRegion(done),
      hasDayParts() && byCategory(done),
    ];
  }
}

/** @param {Row[]} rows @param {import("./review/line.js").Way[]} ways @param {string} none @param {string} [before] */
function lines(rows, ways, none, before) {
  if (rows.length === 0) return element("p", { class: "review-none" }, none);
  return element(
    "div",
    {},
    before && element("p", { class: "review-none" }, before),
    element("ul", { class: "review-lines" }, rows.map((row) => line(row, ways))),
  );
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

/** @param {"week" | undefined} now */
function parts(now) {
  const link = (/** @type {"week" | undefined} */ part, /** @type {string} */ name) => {
    const where = /** @type {Address} */ ({ screen: "review", ...(part && { part }) });
    const onclick = (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(where, { instead: true });
    };
    return element("a", { href: path(where), "aria-current": part === now ? "page" : null, onclick }, name);
  };
  return element(
    "nav",
    { class: "history-parts", "aria-label": w.title },
    link(undefined, w.parts.day),
    link("week", w.parts.week),
  );
}
