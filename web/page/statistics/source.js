/**
 * Where the numbers come from: the server. Another source answers the same questions in the same words, and nothing
 * else of the screen needs to know which of them was asked.
 */
import { keeper } from "../desk.js";

/**
 * @typedef {{date: string, count: number}} Day
 * @typedef {{from: string, to: string, total: number, busiest: Day | null, days: Day[]}} Days
 * @typedef {{key: string | null, name: string | null, count: number, percent: number}} Share
 * @typedef {{id: string, title: string | null, count: number}} PostponedTask
 *
 * @typedef {object} Answers  to the questions, in the words of the API (docs/build/statistics.md)
 * @property {{date: string, today: number, thisWeek: number, thisMonth: number, lastMonth: number, ever: number,
 *   revision: number}} summary
 * @property {Days} days
 * @property {{by: By, total: number, shares: Share[]}} balance
 * @property {{weekdays: number[], hours: number[], cells: number[][]}} rhythm
 * @property {{count: number, tasks: number, days: number, most: PostponedTask[]}} postponed
 * @property {{count: number, medianSeconds: number | null, ninetiethSeconds: number | null,
 *   averageSeconds: number | null}} time
 * @property {{week: Days, completedWeekBefore: number, added: number, postponed: number, waiting: number}} review
 *
 * @typedef {"list" | "category" | "region" | "tag"} By
 * @typedef {keyof Answers} Question
 * @typedef {<Asked extends Question>(question: Asked, values: Record<string, string | undefined>) =>
 *   Promise<{told: Answers[Asked]} | {code: string}>} Ask
 */

/** @satisfies {Record<Question, import("../../types/messages.js").Operation>} */
const operations = {
  summary: "statisticsSummary",
  days: "statisticsDaily",
  balance: "statisticsDistribution",
  rhythm: "statisticsRhythm",
  postponed: "statisticsPostponements",
  time: "statisticsCompletionTime",
  review: "statisticsReview",
};

/** @type {Ask} */
export async function askServer(question, values) {
  const answer = await keeper.server(operations[question], values);
  return answer.kind === "done" ? { told: /** @type {any} */ (answer.with) } : { code: answer.code };
}
