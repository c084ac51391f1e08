/** Of which lists something shows tasks: of those that are chosen, and of all without any. */
import { homes } from "../desk.js";
import { element } from "../element.js";
import { check, setting } from "../parts/page.js";
import { words } from "../words/words.js";
import { openDialog } from "./dialog.js";

/**
 * @param {string} title @param {string} more  what it means that none is chosen
 * @param {string[]} before  ids, and `inbox` for what is in no list
 * @returns {Promise<string[] | null>} in the order of the lists; null where it stays as it was
 */
export async function chooseLists(title, more, before) {
  const chosen = new Set(before);
  const all = [{ id: "inbox", name: words.moveTo.noList }, ...homes()];
  const lines = all.map(({ id, name }) =>
    setting(name, check(chosen.has(id), (on) => on ? chosen.add(id) : chosen.delete(id)))
  );
  const answer = await openDialog(title, (close) => [
    element("p", {}, more),
    element("div", { class: "group-body" }, lines),
    element(
      "div",
      { class: "answers" },
      element("button", { class: "soft", onclick: () => close() }, words.cancel),
      element("button", { class: "strong", onclick: () => close("chosen") }, words.calendar.done),
    ),
  ]);
  return answer ? all.map(({ id }) => id).filter((id) => chosen.has(id)) : null;
}
