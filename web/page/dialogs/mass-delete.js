/** Much would be deleted on every device: nothing is sent before somebody has answered. */
import { refuse } from "../deeds.js";
import { keeper } from "../desk.js";
import { ask } from "./question.js";
import { words } from "../words/words.js";

/** @param {number} deletions @param {number} tasks */
export async function massDelete(deletions, tasks) {
  const meant = await ask({ ...words.massDelete(deletions, tasks), danger: true });
  const answer = await keeper.massDelete(meant);
  if (answer.kind === "refused") refuse(answer.code);
}
