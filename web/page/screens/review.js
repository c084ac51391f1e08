/**
 * Looking back: on the day (what was done, what is open, what earlier days have left) and on the week (what was put off
 * again and again, what has been in the Inbox for long, how what was done is spread). It is what this device has, and
 * needs no network, but for what was put off by hand, which the server counts.
 *
 * @import { Picture, Row } from "../../types/messages.js"
 * @import { Address } from "../router.js"
 */
import { plusDays } from "../dates.js";
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { group, page } from "../parts/page.js";
import { preferences } from "../preferences.js";
import { hasDayParts } from "../regions.js";
import { render } from "../render.js";
import { go, path } from "../router.js";
import { later } from "../words/later.js";
import { byCategory, byRegion } from "./review/balance.js";
import { pressedOnCard } from "./review/card.js";
import { Day } from "./review/day.js";
import { doneSince, longInInbox, putOff } from "./review/findings.js";
import { aside, focusKept, lines, pressed } from "./review/line.js";
import { Moves } from "./review/moves.js";

const w = later.review;

const looks = /** @type {const} */ ({
  day: ["today", "logbook", "past"],
  week: ["today", "logbook", "past", "inbox", "upcoming", "backlog"],
});
const most = 500;

export class ReviewPage {
  #page = page(w.title, null);
  #body = element("div", { class: "groups" });
  #day = new Day(() => this.#draw());
  /** How often tasks were moved by hand, where the week is looked back on. @type {Moves | null} */
  #moves = null;
  /** What was drawn last, of the day. */
  #step = "";
  /** @type {Record<string, Picture>} */
  #pictures = {};

  /** @param {{part?: "week"}} where */
  constructor({ part }) {
    this.part = part;
    this.node = this.#page.node;
    // A press beside the card leaves the keys to it.
    this.node.tabIndex = -1;
    this.node.addEventListener("keydown", (event) => this.#pressed(event));
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
    this.#moves?.end();
    for (const kind of this.views) keeper.leave(`review-${kind}`);
  }

  /** Where the focus goes: to the task that is looked at, or to what begins. */
  focus = () => {
    const control = this.#body.querySelector(".review-name, .review-end, .strong");
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
    else this.#page.focus();
  };

  #draw() {
    if (this.views.some((kind) => !this.#pictures[kind])) return;
    const body = this.#body;
    const focused = document.activeElement;
    const wasHere = focused === document.body || this.node.contains(focused);
    const back = focusKept(body);
    render(body, this.part === "week" ? this.#week() : this.#day.draw(/** @type {any} */ (this.#pictures)));
    const { step } = this.#day;
    const hasTurned = this.part !== "week" && step !== this.#step;
    this.#step = step;
    // Who goes through the cards by a button stays on it.
    const isOnAnswer = document.activeElement?.closest(".review-answers") && body.contains(document.activeElement);
    if (hasTurned ? wasHere && !isOnAnswer : !back()) this.focus();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const { key, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
    if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
    const { singleKeys } = preferences.value;
    const { step } = this.#day;
    if (this.part === "week" || step === "begin") pressed(event);
    // At the end digits choose: one that chooses nothing must not open a view, as 1 to 3 do elsewhere.
    else if (step === "end" ? singleKeys && /^[1-9]$/.test(key) : pressedOnCard(event, this.#body, singleKeys)) {
      event.preventDefault();
    } else pressed(event);
  }

  #week() {
    const { today, logbook, past, inbox, upcoming, backlog } = this.#pictures;
    this.#moves ??= new Moves(today.today, () => this.#draw());
    const { counts, isKnown } = this.#moves;
    const often = putOff([today, past, inbox, upcoming, backlog].flatMap(({ rows }) => rows), counts);
    const none = isKnown ? w.noPutOff : w.noCarried;
    const about = (/** @type {Row} */ { id, carryCount }) => w.putOffBy(carryCount, counts.get(id) ?? 0);
    const long = longInInbox(inbox.rows);
    const done = doneSince(logbook, plusDays(today.today, -6));
    return [
      group(
        w.putOff,
        [lines(often.map(({ row }) => row), ["tomorrow", aside()], none, undefined, about)],
        isKnown === false ? w.movesUnknown : often.length > 0 && w.putOffNote,
      ),
      group(
        w.inbox,
        [lines(long.rows, ["today", "tomorrow"], w.inboxCount(inbox.open), w.inboxCount(inbox.open))],
        long.rows.length > 0 && w.inboxNote,
      ),
      hasDayParts() && byRegion(done),
      byCategory(done),
    ];
  }
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
