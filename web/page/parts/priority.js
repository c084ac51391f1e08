/**
 * Chooses how much tasks matter.
 *
 * @import { Row } from "../../types/messages.js"
 * @import { Level } from "../levels.js"
 */
import { edit, tell } from "../deeds.js";
import { levelOf, numbers } from "../levels.js";
import { openMenu } from "./menu.js";
import { words } from "../words/words.js";

/** @param {HTMLElement | {x: number, y: number}} anchor @param {string[]} ids @param {Row[]} rows */
export function choosePriority(anchor, ids, rows) {
  const current =
    rows.length === ids.length && rows.every(({ priority }) => levelOf(priority) === levelOf(rows[0].priority))
      ? levelOf(rows[0].priority)
      : undefined;
  const choose = (/** @type {Level | null} */ level) => async () => {
    const done = await edit(ids, { priority: level ? numbers[level] : 0 });
    tell(done, words.prioritized(level, ids.length), "short");
  };
  openMenu(
    anchor,
    words.priority.name,
    /** @type {(Level | null)[]} */ (["high", "medium", "low", null]).map((level) => ({
      label: level ? words.priority[level] : words.priority.none,
      keys: level ? words.marks[level] : "",
      checked: level === current,
      run: choose(level),
    })),
  );
}
