/** Chooses a list, or none, or makes a new one. */
import { homes } from "../desk.js";
import { editList } from "../dialogs/edit-list.js";
import { openMenu } from "./menu.js";
import * as words from "../words/en.js";

/**
 * @param {HTMLElement | {x: number, y: number}} anchor
 * @param {string | null | undefined} current
 * @param {(id: string | null) => void} chosen
 */
export function openListChoice(anchor, current, chosen) {
  openMenu(anchor, words.menu.list, [
    { label: words.moveTo.noList, icon: "inbox", checked: current === null, run: () => chosen(null) },
    ...homes().map(({ id, name, colorHex }) => ({
      label: name,
      colour: colorHex,
      checked: current === id,
      run: () => chosen(id),
    })),
    { label: words.lists.new, icon: "plus", kind: /** @type {const} */ ("apart"), run: () => editList() },
  ]);
}
