/**
 * What is done with subtasks.
 *
 * @import { Spot } from "./tree.js"
 */
import { say } from "../announce.js";
import { perform, tell } from "../deeds.js";
import { words } from "../words/words.js";

/** @param {string} parent @param {string[]} titles @param {string[]} [completed] */
export async function addUnder(parent, titles, completed = []) {
  const place = /** @type {const} */ ({ kind: "under", id: parent });
  const done = await perform({ act: "add", titles, ...(completed.length > 0 && { completed }), place });
  const count = titles.length + completed.length;
  if (done) say(count === 1 ? words.added([...titles, ...completed][0]) : words.addedMany(count));
  return done;
}

/** @param {string} id @param {Spot} spot */
export function putAt(id, { parent, above, below }) {
  return perform({ act: "arrange", ids: [id], above, below, place: { kind: "under", id: parent } });
}

/** @param {string[]} ids */
export async function standAlone(ids) {
  tell(await perform({ act: "move", ids, place: { kind: "under", id: null } }), words.subtasks.isAlone, "normal");
}
