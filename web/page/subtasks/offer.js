/**
 * A task is completed or deleted, and parts of it are left: nothing is asked, and those can go the same way with one press. What
 * is done then is one step, so that one undo brings all of it back.
 *
 * @import { Done, Row, View } from "../../types/messages.js"
 */
import { perform, steps, tell, wayBack } from "../deeds.js";
import { keeper } from "../desk.js";
import { toast } from "../parts/toast.js";
import { words } from "../words/words.js";

/** More tasks at once are not asked about. */
const most = 20;
let looks = 0;

/** @param {"completed" | "deleted"} what @param {string[]} ids @param {Done} done */
export async function offerParts(what, ids, done) {
  if (ids.length > most) return;
  const step = steps();
  const tasks = (await Promise.all(ids.map((id) => rowsOf({ kind: "task", id })))).flat();
  const parts = (await Promise.all(tasks.filter(({ subtasks }) => subtasks).map(({ id }) => openParts(id)))).flat();
  const left = [...new Set(parts)].filter((id) => !ids.includes(id));
  if (left.length === 0 || step !== steps()) return;
  const sentence = what === "deleted"
    ? words.deleted(ids.length)
    : words.subtasks.completed(tasks.map(({ title }) => title));
  toast(
    sentence,
    "long",
    { label: words.subtasks.withParts(left.length), run: () => takeAlong(what, ids, left, done) },
    wayBack(done),
  );
}

/** @param {"completed" | "deleted"} what @param {string[]} ids @param {string[]} parts @param {Done} done */
async function takeAlong(what, ids, parts, { deed }) {
  // What was done already is taken into the same step.
  if (deed) await keeper.again("undo", deed);
  const all = [...ids, ...parts];
  const gesture = what === "deleted"
    ? /** @type {const} */ ({ act: "delete", ids: all })
    : /** @type {const} */ ({ act: "edit", ids: all, fields: { state: "completed" } });
  tell(await perform(gesture), words.subtasks.takenAlong[what](parts.length), "long");
}

/** Everything open that is part of a task, and of its parts. @param {string} id @returns {Promise<string[]>} */
async function openParts(id) {
  const rows = await rowsOf({ kind: "subtasks", id });
  const below = await Promise.all(rows.filter(({ subtasks }) => subtasks).map((row) => openParts(row.id)));
  return [...rows.filter(({ state }) => state !== "completed").map((row) => row.id), ...below.flat()];
}

/** What a view shows now. @param {View} view @returns {Promise<Row[]>} */
function rowsOf(view) {
  const subscription = `offer ${looks += 1}`;
  return new Promise((answer) =>
    keeper.look(subscription, view, 0, 120, ({ rows }) => {
      keeper.leave(subscription);
      answer(rows);
    })
  );
}
