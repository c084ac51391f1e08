/** Much would be deleted on every device: nothing is sent before somebody has answered. */
import { refuse } from "../deeds.js";
import { keeper, standing } from "../desk.js";
import { ask } from "./question.js";
import { words } from "../words/words.js";

/** Each tab that is seen asks it, and one answer is enough. @param {number} deletions @param {number} tasks */
export async function massDelete(deletions, tasks) {
  let isAnswered = false;
  const meant = await ask({ ...words.massDelete(deletions, tasks), danger: true }, (close) =>
    standing.watch((now) => {
      if (!now?.ready || now.trouble?.code === "mass_delete") return;
      isAnswered = true;
      close();
    }));
  if (isAnswered) return;
  const answer = await keeper.massDelete(meant);
  if (answer.kind === "refused") refuse(answer.code);
}
