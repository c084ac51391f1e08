/**
 * Taking a whole import back, and bringing it again: what its device did between two revisions of the account goes, and what
 * others have changed meanwhile or since stays. Either way the server says what would take that back in turn.
 */
import { keeper, standing } from "../../desk.js";
import { doesSomething } from "./report.js";

/**
 * Whose changes to take back, and between which revisions.
 * @typedef {{device: string, since: number, until: number}} Changes
 * `at`: when it began, in milliseconds since 1970.
 * @typedef {{account: string, at: number, changes: Changes}} Imported
 * @typedef {{kind: "done", undo: Changes, kept: boolean} | {kind: "refused", code: string}} Undone
 */

const place = "daybook-import";

/** The account's revision now. @returns {Promise<number>} NaN where the server does not say it */
export async function revisionNow() {
  const answer = await keeper.server("account");
  return answer.kind === "done" ? Number(answer.with?.revision) : NaN;
}

/**
 * What an import came to; null where there is nothing to take back.
 * @param {import("./report.js").Report} report @param {string} account
 * @param {number} since  the revision before it; NaN where the server did not say it @param {number} at  when it began
 * @returns {Imported | null}
 */
export function imported(report, account, since, at) {
  const { device, revision } = report;
  if (!doesSomething(report) || revision === null || Number.isNaN(since)) return null;
  return { account, at, changes: { device, since, until: revision } };
}

/** The tab remembers it, also when it is loaded again. @param {Imported | null} imported */
export function remember(imported) {
  if (imported) sessionStorage.setItem(place, JSON.stringify(imported));
  else sessionStorage.removeItem(place);
}

/** The last import of this tab into this account. @returns {Imported | null} */
export function lastImport() {
  try {
    const kept = /** @type {Imported | null} */ (JSON.parse(sessionStorage.getItem(place) ?? "null"));
    return kept?.changes && kept.account === standing.value?.account?.id ? kept : null;
  } catch {
    return null;
  }
}

/** @param {Changes} changes @returns {Promise<Undone>} */
export async function takeBack({ device, since, until }) {
  const answer = await keeper.server("takeBack", { device, since, until, confirmMassDelete: true });
  if (answer.kind === "refused") return { kind: "refused", code: answer.code };
  const { undo, kept } = /** @type {{undo: Changes, kept: unknown[]}} */ (answer.with);
  return { kind: "done", undo, kept: kept.length > 0 };
}
