/** Chooses a list for tasks, or none, or makes a new one for them. */
import { move } from "../deeds.js";
import { homes } from "../desk.js";
import { newListFor } from "../dialogs/edit-list.js";
import { openMenu } from "./menu.js";
import { words } from "../words/words.js";

/**
 * @param {HTMLElement | {x: number, y: number}} anchor
 * @param {string[]} ids
 * @param {string | null | undefined} current  where they all are now
 */
export function openListChoice(anchor, ids, current) {
  const chosen = (/** @type {string | null} */ id) => move(ids, { kind: "list", id });
  openMenu(anchor, words.menu.list, [
    { label: words.moveTo.noList, icon: "inbox", checked: current === null, run: () => chosen(null) },
    ...homes().map(({ id, name, colorHex }) => ({
      label: name,
      colour: colorHex,
      checked: current === id,
      run: () => chosen(id),
    })),
    { label: words.lists.new, icon: "plus", kind: /** @type {const} */ ("apart"), run: () => newListFor(ids) },
  ]);
}
