/**
 * What was last told, kept for as long as the tab lives, so that the screen has it at once, and also without the
 * server. Only what may have changed is asked for again: while the account has the same revision on the same day,
 * nothing has.
 *
 * @import { Period } from "./dates-of.js"
 * @import { Answers, Ask, By, Question } from "./source.js"
 */
import { plusDays } from "../dates.js";
import { Signal } from "../signal.js";
import { datesOf } from "./dates-of.js";

/** How many days the map of a year and the bars before today show. */
export const daysOfYear = 365;

/**
 * `at` is when all of it was true, `code` why nothing newer is known. `week` is a date in the week that is reviewed,
 * null for the present one. `period` is of which time the balance and what is told beside it were chosen to be, `of` of
 * which they are; null where some of it is of another than the rest.
 * @typedef {{[Asked in Question]: Answers[Asked] | null} & {at: number, code: string | null, by: By,
 *   week: string | null, period: Period, of: Period | null}} Told
 */

/** @type {Told} */
const nothing = {
  summary: null,
  days: null,
  balance: null,
  rhythm: null,
  postponed: null,
  time: null,
  review: null,
  at: 0,
  code: null,
  by: "list",
  week: null,
  period: "ever",
  of: "ever",
};

export class Numbers {
  /** What was asked, and of which state of the account the answer is. @type {Map<Question, string>} */
  #states = new Map();
  /** Answers of an account that is gone come too late. */
  #account = "";
  told = new Signal(nothing);

  /** @param {Ask} ask @param {() => number} [now] */
  constructor(ask, now = Date.now) {
    this.ask = ask;
    this.now = now;
  }

  /** Whose numbers these are; those of another are forgotten. @param {string} account */
  of(account) {
    if (account === this.#account) return;
    this.#account = account;
    this.#states.clear();
    const { by, period } = this.told.value;
    this.told.value = { ...nothing, by, period };
  }

  /** @param {Partial<Pick<Told, "by" | "week" | "period">>} choice */
  choose(choice) {
    this.told.value = { ...this.told.value, ...choice };
  }

  /** Asks for what is not known as it is now. */
  async renew() {
    const account = this.#account;
    const answer = await this.ask("summary", {});
    if (account !== this.#account) return;
    if ("code" in answer) return this.#take({ code: answer.code });
    const { told: summary } = answer;
    // What is there at first is shown; later all of it changes together.
    if (this.told.value.summary === null) this.#take({ summary, code: null, at: this.now() });
    const state = `${summary.date} ${summary.revision}`;
    const { by, week, period, of } = this.told.value;
    const dates = datesOf(period, summary.date);
    const days = this.#learn("days", state, { from: plusDays(summary.date, 1 - daysOfYear), to: summary.date });
    const ofPeriod = [
      this.#learn("balance", state, { by, ...dates }),
      this.#learn("rhythm", state, dates),
      this.#learn("postponed", state, dates),
      this.#learn("time", state, dates),
    ];
    const answers = await Promise.all([
      days,
      ...ofPeriod,
      this.#learn("review", state, week ? { date: week } : {}),
    ]);
    if (account !== this.#account) return;
    const refused = answers.find((answer) => "code" in answer);
    const code = refused && "code" in refused ? refused.code : null;
    const news = Object.assign({ summary }, ...answers.map((answer) => "news" in answer ? answer.news : {}));
    const isMixed = of !== period && (await Promise.all(ofPeriod)).some((answer) => "news" in answer);
    this.#take({
      ...news,
      code,
      of: code === null ? period : isMixed ? null : of,
      ...(code === null && { at: this.now() }),
    });
  }

  /** @param {Question} question @param {string} state @param {Record<string, string | undefined>} [values] */
  async #learn(question, state, values = {}) {
    const wanted = `${state} ${JSON.stringify(values)}`;
    if (this.#states.get(question) === wanted) return { news: {} };
    const account = this.#account;
    const answer = await this.ask(question, values);
    if ("code" in answer) return answer;
    if (account === this.#account) this.#states.set(question, wanted);
    return { news: { [question]: answer.told } };
  }

  /** @param {Partial<Told>} news */
  #take(news) {
    this.told.value = { ...this.told.value, ...news };
  }
}
