/**
 * Which lists AI assistants see, in words where a step changes that: whoever undoes it has to know, and "Undone" says
 * nothing of it.
 */
import { outline } from "./desk.js";
import { words } from "./words/words.js";

/** The lists that are there, and whether each is hidden. @returns {Map<string, boolean>} */
export function sight() {
  return new Map((outline.value?.lists ?? []).map(({ id, hiddenFromAgents = false }) => [id, hiddenFromAgents]));
}

/** What assistants see or do not see since then; null where it is as it was. @param {Map<string, boolean>} before */
export function sightChanged(before) {
  for (const { id, name, hiddenFromAgents = false } of outline.value?.lists ?? []) {
    if ((before.get(id) ?? hiddenFromAgents) !== hiddenFromAgents) return sightOf(name, hiddenFromAgents);
  }
  return null;
}

/** @param {string} name  of a list @param {boolean} hidden */
export function sightOf(name, hidden) {
  return (hidden ? words.lists.hiddenFromAgents : words.lists.shownToAgents)(name);
}
