/**
 * What was done, in sentences and pictures. It is live: what changes here or elsewhere is asked about again while
 * somebody looks; without the server it keeps showing what it was told last, or what this device can count, and says so.
 *
 * @import { Told } from "../statistics/numbers.js"
 */
import { keeper, outline, standing } from "../desk.js";
import { element } from "../element.js";
import { icon } from "../parts/icons.js";
import { page } from "../parts/page.js";
import { render } from "../render.js";
import { Balance } from "../statistics/balance.js";
import { Counts } from "../statistics/counts.js";
import { LastDays, LastYear } from "../statistics/days.js";
import { CompletionTime, Postponed } from "../statistics/habits.js";
import { Numbers } from "../statistics/numbers.js";
import { Pace } from "../statistics/pace.js";
import { PeriodChoice } from "../statistics/period.js";
import { Rhythm } from "../statistics/rhythm.js";
import { askServer } from "../statistics/source.js";
import { Device } from "../statistics/device.js";
import { Week } from "../statistics/week.js";
import { momentName } from "../words/forms.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";

const w = later.statistics;

const numbers = new Numbers(askServer);
/** For as long as the server has told nothing. */
const ownNumbers = new Numbers(new Device().ask);
const subscription = "statistics";
/** In milliseconds. */
const patience = 6_000;

export class StatisticsPage {
  #page = page(words.analytics, null);
  #line = element("div", { class: "told-line", role: "status" });
  #pace = new Pace(() => this.#renew());
  #counts = new Counts();
  #days = new LastDays();
  #year = new LastYear();
  #period = new PeriodChoice(numbers.told.value.period, (period) => this.#choose({ period }));
  #balance = new Balance(numbers.told.value.by, (by) => this.#choose({ by }));
  #rhythm = new Rhythm();
  #postponed = new Postponed();
  #time = new CompletionTime();
  #week = new Week((week) => this.#choose({ week }));
  #pictures = element(
    "div",
    { class: "groups" },
    [this.#days, this.#year, this.#period, this.#balance, this.#rhythm, this.#postponed, this.#time, this.#week]
      .map(({ node }) => node),
  );
  #all = element("div", { class: "groups" }, this.#counts.nodes, this.#pictures);
  #seen = () => this.#pace.see(document.visibilityState === "visible");
  #standing = "";
  /** The server takes longer than anybody waits without a word. */
  #isLong = false;
  #timer = setTimeout(() => {
    this.#isLong = true;
    this.#draw();
  }, patience);

  constructor() {
    this.node = this.#page.node;
    this.node.classList.add("statistics");
    this.focus = this.#page.focus;
    const hint = element("p", { id: "how-to-read", hidden: true }, w.howToRead);
    this.#page.show(this.#line, this.#all, hint);
    this.#seen();
    document.addEventListener("visibilitychange", this.#seen);
    // Each change of anything brings a picture; beyond the first row none is kept for the next start.
    keeper.look(subscription, { kind: "overdue" }, 1, 1, () => this.#pace.wake());
    this.stops = [
      standing.watch(() => this.#stands()),
      outline.watch(() => this.#draw()),
      numbers.told.watch(() => this.#draw()),
      ownNumbers.told.watch(() => this.#draw()),
    ];
    this.#pace.now();
  }

  end() {
    keeper.leave(subscription);
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#seen);
    for (const stop of this.stops) stop();
    for (const part of [this.#days, this.#year, this.#rhythm, this.#week]) part.end();
    this.#pace.end();
    numbers.choose({ week: null });
  }

  /** Another account, the server away or back, or an exchange with it. */
  #stands() {
    const now = standing.value;
    if (!now?.ready) return;
    numbers.of(now.account?.id ?? "");
    ownNumbers.of(now.account?.id ?? "");
    const stands = JSON.stringify([now.account?.id, now.lastSync, now.trouble?.code]);
    if (stands !== this.#standing) this.#pace.wake();
    this.#standing = stands;
  }

  /** @param {Parameters<Numbers["choose"]>[0]} choice */
  #choose(choice) {
    numbers.choose(choice);
    ownNumbers.choose(choice);
    this.#pace.now();
  }

  async #renew() {
    await numbers.renew();
    if (isUntold()) await ownNumbers.renew();
  }

  #draw() {
    const isOwn = isUntold();
    const told = isOwn ? { ...ownNumbers.told.value, code: numbers.told.value.code } : numbers.told.value;
    const { days, rhythm, postponed, time, review } = told;
    const summary = isOwn && told.summary?.ever === 0 ? null : told.summary;
    render(this.#line, isOwn ? ownLine(told) : lineOf(told, this.#isLong));
    this.#line.hidden = this.#line.childNodes.length === 0;
    const known = outline.value?.counts.completedToday;
    this.#all.hidden = !summary && (told.code !== null || known === undefined);
    if (!summary) {
      this.#counts.begin(known ?? 0);
      this.#pictures.hidden = true;
      return;
    }
    this.#counts.show(summary);
    const isWhole = days && rhythm && time && (isOwn || (postponed && review));
    this.#pictures.hidden = summary.ever === 0 || !isWhole;
    this.#week.node.hidden = !review;
    if (!isWhole) return;
    const firstWeekday = Number(outline.value?.settings.firstWeekday ?? 1);
    const refusal = !isOwn && told.code ? whyNot(told.code) : null;
    this.#days.show(days);
    this.#year.show(days, firstWeekday);
    // What is of another time than the one that was chosen is not shown as if it were of that.
    const isOther = told.of !== told.period;
    const isUnknown = isOther && (refusal !== null || told.of === null);
    const isNone = !isOther && told.balance?.total === 0;
    this.#period.show(isOther ? refusal ?? w.asking : isNone ? w.noneThen : null);
    for (const { node } of [this.#balance, this.#rhythm, this.#time, this.#postponed]) {
      node.hidden = isUnknown || isNone;
      node.setAttribute("aria-busy", String(isOther));
    }
    if (!postponed || postponed.count > 0) this.#postponed.node.hidden = isUnknown || !postponed;
    this.#balance.show(told.balance, told.by, refusal);
    this.#rhythm.show(rhythm, firstWeekday);
    this.#time.show(time);
    if (!postponed || !review) return;
    this.#postponed.show(postponed);
    const isWanted = (told.week ?? summary.date) >= review.week.from && (told.week ?? summary.date) <= review.week.to;
    this.#week.show(review, summary.date, isWanted ? null : refusal);
  }
}

/** Whether the server was asked, and has told nothing yet. */
function isUntold() {
  return numbers.told.value.summary === null && numbers.told.value.code !== null;
}

/** What is said of numbers that this device counts. @param {Told} told */
function ownLine({ summary, code }) {
  if (!summary) return element("p", {}, w.asking);
  if (summary.ever === 0) return nothing(code ?? "");
  const why = code === "alone" ? "" : whyNot(code ?? "");
  return element("p", { class: "old" }, icon("past", "small"), [why, w.countedHere].filter(Boolean).join(" "));
}

/**
 * What is said of the numbers as a whole: that there are none yet, or that they are old.
 * @param {Told} told @param {boolean} isLong  somebody waits for them
 */
function lineOf({ summary, code, at }, isLong) {
  if (!summary) return element("p", {}, isLong ? w.stillAsking : w.asking);
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  const today = outline.value?.today ?? summary.date;
  if (code) {
    const moment = momentName(new Date(at).toISOString(), today, zone);
    return element("p", { class: "old" }, icon("past", "small"), `${whyNot(code)} ${w.asOf(moment)}`);
  }
  return null;
}

/** @param {string} code */
function whyNot(code) {
  const trouble = standing.value?.trouble?.code;
  return code === "alone" && trouble ? words.trouble(trouble, 0) : words.refusal(code);
}

/** @param {string} code */
function nothing(code) {
  if (code === "alone") return emptyState(w.noAccount);
  return emptyState(whyNot(code), w.laterMore);
}

/** @param {...string} sentences */
function emptyState(...sentences) {
  return element(
    "div",
    { class: "empty" },
    element("div", { class: "emblem of-logbook" }, icon("statistics")),
    element("p", { class: "empty-title" }, w.none),
    sentences.filter(Boolean).map((sentence) => element("p", {}, sentence)),
  );
}
