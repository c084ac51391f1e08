/** For how many days this server keeps what can be taken back, as its operator has set it. */
import { keeper } from "./desk.js";

/** Null: without an end. @typedef {{history: number | null, deleted: number | null}} KeptDays */

/** @type {KeptDays | null} */
let known = null;

/** What the server said in this tab; null until then. */
export function keptDays() {
  return known;
}

/** Asks once in a tab. @returns {Promise<KeptDays | null>} null where the server does not say it */
export async function askKeptDays() {
  if (known) return known;
  const answer = await keeper.server("limits");
  return answer.kind === "done" ? known = keptDaysOf(answer.with) : null;
}

/** @param {any} limits  as the API writes them @returns {KeptDays} */
export function keptDaysOf({ history, deleted } = {}) {
  return { history: history?.days ?? null, deleted: deleted?.days ?? null };
}
