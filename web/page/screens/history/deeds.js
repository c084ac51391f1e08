/**
 * Taking changes back. All of it is done by the server, and every undo is a change like any other: it stands in the
 * history and can be undone.
 *
 * @import { Entry } from "./told.js"
 * @import { Kept } from "./kept.js"
 * @import { Operation } from "../../../types/messages.js"
 */
import { say } from "../../announce.js";
import { refuse } from "../../deeds.js";
import { keeper, standing } from "../../desk.js";
import { toast } from "../../parts/toast.js";
import { words as common } from "../../words/words.js";
import { later } from "../../words/later.js";
import { keptNames } from "./kept.js";

const { undo: undoWord } = common;
const words = later.history;

/**
 * @typedef {{to: number, before: number, revision: number, tasks: number, lists: number, settings: boolean, deletions: number,
 *   kept: Kept[]}} Report
 */
/** @typedef {{kind: "account"} | {kind: "list" | "task", id: string}} Extent */

/** What is on its way already. */
const busy = new Set();

/** Undoes a change, and says what came of it. @param {Pick<Entry, "opId">} entry @param {import("./rows.js").Rows} rows */
export async function undo({ opId }, rows) {
  if (busy.has(opId)) return;
  busy.add(opId);
  const answer = await keeper.server("undoChange", { opId });
  busy.delete(opId);
  if (answer.kind === "refused") return refuse(answer.code);
  const { undone, kept } = /** @type {{undone: Entry[], kept: Kept[]}} */ (/** @type {unknown} */ (answer.with));
  const stays = kept.length > 0 ? words.kept(await keptNames(kept, rows)) : "";
  const sentence = undone.length > 0 ? [words.undone, stays].filter(Boolean).join(". ") : stays || words.nothingUndone;
  const again = () => undoAll(undone.map((one) => one.opId));
  tell(sentence, undone.length > 0 ? again : null);
  await keeper.sync();
}

/** In their order: what follows from the first goes with it, and is found gone then. @param {string[]} opIds */
async function undoAll(opIds) {
  for (const opId of opIds) {
    const answer = await keeper.server("undoChange", { opId });
    if (answer.kind === "refused") return refuse(answer.code);
  }
  tell(words.undone, null);
  await keeper.sync();
}

/** @type {Record<Extent["kind"], Operation>} */
const operations = { account: "restoreAccount", list: "restoreList", task: "restoreTask" };

/**
 * @param {Extent} extent @param {{to: number | string, dryRun?: boolean, confirmMassDelete?: boolean}} wanted
 * @returns {Promise<{report: Report, code: null} | {report: null, code: string}>}
 */
export async function askRestoration(extent, wanted) {
  const id = extent.kind === "account" ? undefined : extent.id;
  const answer = await keeper.server(operations[extent.kind], { id, ...wanted });
  if (answer.kind === "refused") return { report: null, code: answer.code };
  return { report: /** @type {Report} */ (/** @type {unknown} */ (answer.with)), code: null };
}

/**
 * Brings back what was then. What waits here is sent first, so that the way back leads to it.
 * @param {Extent} extent @param {number | string} to @param {string} sentence  when it is done
 * @param {() => Promise<boolean>} confirm  asked where much would be deleted
 * @returns {Promise<{report: Report, undo: () => Promise<void>} | null>} null where nothing was done
 */
export async function restore(extent, to, sentence, confirm) {
  await keeper.sync();
  const rehearsal = await askRestoration(extent, { to, dryRun: true });
  if (rehearsal.code !== null) return refuse(rehearsal.code), null;
  // The revision, and not the moment: both requests mean the same, however long the question stands there.
  const target = rehearsal.report.to;
  let done = await askRestoration(extent, { to: target });
  if (done.code === "mass_delete_unconfirmed") {
    if (!await confirm()) return null;
    // What was done here while the question stood there comes before it as well.
    await keeper.sync();
    done = await askRestoration(extent, { to: target, confirmMassDelete: true });
  }
  if (done.code !== null) return refuse(done.code), null;
  const isSame = done.report.tasks === 0 && done.report.lists === 0 && !done.report.settings;
  // What this device did by it, and nothing that came since, however long the way back stands there.
  const { before, revision } = done.report;
  const wanted = { device: standing.value?.account?.device, since: before, until: revision };
  const undo = async () => {
    const back = await keeper.server("takeBack", { ...wanted, confirmMassDelete: true });
    if (back.kind === "refused") return refuse(back.code);
    const kept = /** @type {Kept[]} */ (back.with?.kept ?? []).length;
    tell(kept > 0 ? `${words.undone}. ${words.lookBack.keptSome(kept)}` : words.undone, null);
    await keeper.sync();
  };
  if (isSame) tell(words.nothingToDo, null);
  else tell(sentence, undo);
  await keeper.sync();
  return { report: done.report, undo };
}

/** @param {string} sentence @param {(() => unknown) | null} undo */
function tell(sentence, undo) {
  say(sentence);
  toast(sentence, "long", undo ? { label: undoWord, run: undo } : undefined);
}
