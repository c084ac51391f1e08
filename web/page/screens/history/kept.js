/**
 * What an undo leaves as it is, because somebody changed it since.
 *
 * @import { Entry } from "./told.js"
 * @import { Rows } from "./rows.js"
 */
import { keeper } from "../../desk.js";
import { later } from "../../words/later.js";

const words = later.history;

/** @typedef {{entity: Entry["entity"], id: string, field: string}} Kept */

/** A message names so much of it. */
const mostNamed = 5;

/**
 * What stays, in words: as it is called by now, which this device may not have heard of yet. Of many only the first are
 * named.
 * @param {Kept[]} kept @param {Rows} rows
 */
export async function keptNames(kept, rows) {
  /** Several fields of one row are asked for once. @type {Map<string, Promise<string | null>>} */
  const names = new Map();
  const named = await Promise.all(
    kept.slice(0, mostNamed).map(async ({ entity, id, field }) => {
      if (!names.has(id)) names.set(id, nameByNow(entity, id));
      const name = await names.get(id) ?? rows.name(entity, id);
      return words.keptField(field, name);
    }),
  );
  const others = kept.length - named.length;
  return [...new Set(named), ...(others > 0 ? [words.lookBack.others(others)] : [])];
}

/**
 * Null where the server does not say it: it does not answer, or what was there is deleted.
 * @param {Kept["entity"]} entity @param {string} id
 */
async function nameByNow(entity, id) {
  if (entity === "settings") return null;
  const answer = await keeper.server(entity === "task" ? "readTask" : "readList", { id });
  if (answer.kind === "refused") return null;
  const { title, name } = /** @type {{title?: string, name?: string}} */ (answer.with ?? {});
  return title ?? name ?? null;
}
