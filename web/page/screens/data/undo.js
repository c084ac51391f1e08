/**
 * Taking a whole import back. Where nothing else was changed since it began, the account goes back to the revision before;
 * where something may have been, each change of the import is undone by itself, so that the others stay; and where these
 * are too many for that, the person is asked whether everything since may go.
 */
import { keeper, standing } from "../../desk.js";
import { doesSomething } from "./report.js";

/**
 * `from` and `to`: the account's revision before and after. `at`: when it began, in milliseconds since 1970. `size`: rows
 * that it made or changed. `settings`: whether it set some, too.
 * @typedef {{account: string, from: number, to: number, at: number, size: number, settings: boolean}} Imported
 * @typedef {{kind: "done", from: number, to: number, kept: boolean} | {kind: "refused", code: string} | {kind: "declined"}} Undone
 */

/** Undone one by one, well within what a device may ask in a minute. */
const few = 300;
const place = "daybook-import";

/** The account's revision now. @returns {Promise<number>} NaN where the server does not say it */
export async function revisionNow() {
  const answer = await keeper.server("account");
  return answer.kind === "done" ? Number(answer.with?.revision) : NaN;
}

/**
 * What an import came to; null where there is nothing to take back.
 * @param {import("./report.js").Report} report @param {string} account
 * @param {number} from  the revision before it; NaN where the server did not say it @param {number} at  when it began
 * @returns {Imported | null}
 */
export function imported(report, account, from, at) {
  const { made, changed, settings, revision } = report;
  if (!doesSomething(report) || revision === null || Number.isNaN(from)) return null;
  const size = made.tasks + made.lists + changed.tasks + changed.lists;
  return { account, from, to: revision, at, size, settings };
}

/**
 * Whether all that happened to the account between the two revisions was the import: each row that it makes or changes
 * takes one of them, and so do its settings. Where it took more for itself, as for a task that it made and deleted, this
 * says no, which costs a question at most.
 * @param {Imported} imported
 */
function wasAlone({ from, to, size, settings }) {
  return to - from === size + (settings ? 1 : 0);
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
    return kept && kept.account === standing.value?.account?.id ? kept : null;
  } catch {
    return null;
  }
}

/**
 * Goes back to before the import.
 * @param {Imported} imported @param {() => Promise<boolean>} mayTakeAll  asks whether what others changed may go too
 * @returns {Promise<Undone>}
 */
export async function undoImport(imported, mayTakeAll) {
  const now = await revisionNow();
  if (Number.isNaN(now)) return { kind: "refused", code: "offline" };
  if (now !== imported.to || !wasAlone(imported)) {
    if (imported.size <= few) return await undoEach(imported, now);
    if (!await mayTakeAll()) return { kind: "declined" };
  }
  return await goBackTo(imported.from, now);
}

/** @param {number} to @param {number} now @returns {Promise<Undone>} */
export async function goBackTo(to, now) {
  const answer = await keeper.server("restoreAccount", { to, confirmMassDelete: true });
  if (answer.kind === "refused") return { kind: "refused", code: answer.code };
  const { revision, kept } = /** @type {{revision: number, kept: unknown[]}} */ (answer.with);
  return { kind: "done", from: now, to: revision, kept: kept.length > 0 };
}

/** The latest first, so that a list goes after what is in it. @param {Imported} imported @param {number} now */
async function undoEach({ from, to, at }, now) {
  /** @type {string | undefined} */
  let cursor;
  let kept = false;
  do {
    // The clocks of the server and this device may differ.
    const since = new Date(at - 3_600_000).toISOString();
    const page = await keeper.server("history", { since, limit: 200, cursor });
    if (page.kind === "refused") return page;
    const { entries, nextCursor } = /** @type {{entries: Entry[], nextCursor: string | null}} */ (page.with);
    for (const { opId, revision, device } of entries) {
      if (revision <= from) return await after(now, kept);
      if (revision > to || device?.name !== "Import") continue;
      const undone = await keeper.server("undoChange", { opId });
      if (undone.kind === "refused" && undone.code !== "gone" && undone.code !== "not_found") return undone;
      kept ||= undone.kind === "done" && /** @type {unknown[]} */ (undone.with?.kept ?? []).length > 0;
    }
    cursor = nextCursor ?? undefined;
  } while (cursor);
  return await after(now, kept);
}

/** @typedef {{opId: string, revision: number, device: {name: string} | null}} Entry */

/** @param {number} from @param {boolean} kept @returns {Promise<Undone>} */
async function after(from, kept) {
  return { kind: "done", from, to: await revisionNow(), kept };
}
