/**
 * All changes since a moment, as far as they can be looked at one by one.
 *
 * @import { Entry } from "./told.js"
 */
import { keeper } from "../../desk.js";

const perPage = 200;
const mostPages = 5;

/**
 * The latest first; null where they are too many, or cannot be asked for.
 * @param {string} instant @param {number} revision  that was the last one then @returns {Promise<Entry[] | null>}
 */
export async function changesSince(instant, revision) {
  /** @type {Entry[]} */
  const all = [];
  /** @type {string | null | undefined} */
  let cursor;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const answer = await keeper.server("history", { since: instant, limit: perPage, cursor });
    if (answer.kind === "refused") return null;
    const page = /** @type {{entries: Entry[], nextCursor: string | null}} */ (/** @type {unknown} */ (answer.with));
    all.push(...page.entries.filter((entry) => entry.revision > revision));
    cursor = page.nextCursor;
    if (cursor === null) return all;
  }
  return null;
}
