/**
 * What tasks are called of which others are a part: a row knows only their ids. Each is asked for when its name is first
 * wanted, and the latest are followed as they change.
 */
import { keeper } from "../desk.js";
import { Signal } from "../signal.js";

/** So many are followed. */
const most = 24;

/** Counts up with each name that is told. */
export const told = new Signal(0);

/** @type {Map<string, string | null>} */
const names = new Map();
/** @type {string[]} */
const followed = [];

/** The name of a task; null while nobody knows it, or where it is gone. @param {string} id */
export function nameOf(id) {
  if (!names.has(id)) ask(id);
  return names.get(id) ?? null;
}

/** @param {string} id */
function ask(id) {
  names.set(id, null);
  followed.push(id);
  if (followed.length > most) keeper.leave(place(/** @type {string} */ (followed.shift())));
  keeper.look(place(id), { kind: "task", id }, 0, 1, ({ rows: [row] }) => {
    const name = row && !row.deletedAt ? row.title : null;
    if (names.get(id) === name) return;
    names.set(id, name);
    told.value += 1;
  });
}

/** @param {string} id */
function place(id) {
  return `name of ${id}`;
}
