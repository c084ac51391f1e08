/**
 * Lists that are pasted as subtasks. No field has their lines, so where they are refused, as where the disk is full, they
 * are kept here, offered again, and offered once more where their task is opened.
 */
import { fieldOf, offerAgain } from "../refused-texts.js";
import { addUnder } from "./deeds.js";

/** @typedef {{titles: string[], completed: string[]}} Pasted */

/** By the task that they are parts of. @type {Map<string, Pasted>} */
const refused = new Map();

/** @param {string} task @param {Pasted} list */
export async function addList(task, { titles, completed }) {
  if (await addUnder(task, titles, completed)) return;
  const before = refused.get(task) ?? { titles: [], completed: [] };
  refused.set(task, {
    titles: [...before.titles, ...titles],
    completed: [...before.completed, ...completed],
  });
  offerList(task);
}

/** Offers what was refused, where there is any. @param {string} task */
export function offerList(task) {
  const list = refused.get(task);
  if (!list) return;
  const { titles, completed } = list;
  offerAgain(`${fieldOf("part", task)}, a list`, [...titles, ...completed].join(", "), async () => {
    const done = await addUnder(task, titles, completed);
    if (done && refused.get(task) === list) refused.delete(task);
    return done;
  });
}
