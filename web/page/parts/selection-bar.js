/**
 * What can be done with the selected rows, at the lower edge while some are selected.
 *
 * @import { List } from "../list/list.js"
 */
import { move, remove, setState } from "../deeds.js";
import { element, fill } from "../element.js";
import { chooseDate, chooseList } from "../list/menu.js";
import { hasDayParts } from "../regions.js";
import { icon } from "./icons.js";
import { chooseRegion } from "./region-choice.js";
import { words } from "../words/words.js";

/** @param {List} list */
export function selectionBar(list) {
  const node = element("div", {
    class: "selection-bar",
    role: "toolbar",
    "aria-label": words.selectionBar,
    hidden: true,
  });
  const count = element("span", { class: "selection-count" });
  const way = (
    /** @type {string} */ drawn,
    /** @type {string} */ name,
    /** @type {(at: HTMLElement) => void} */ run,
  ) => {
    const button = element("button", { class: "quiet", "aria-label": name, title: name }, icon(drawn));
    button.addEventListener("click", () => run(button));
    return button;
  };
  const clearThen = (/** @type {(ids: string[]) => Promise<unknown>} */ deed) => () => {
    const ids = list.selection.ids;
    list.selection.clear();
    deed(ids);
  };
  fill(
    node,
    way("close", words.clearSelection, () => list.selection.clear()),
    count,
    way("check", words.menu.complete, clearThen((ids) => setState(ids, "completed"))),
    way("today", words.menu.today, clearThen((ids) => move(ids, { kind: "today" }))),
    way("tomorrow", words.menu.tomorrow, clearThen((ids) => move(ids, { kind: "tomorrow" }))),
    way("date", words.menu.date, (at) => chooseDate(at, list.chosen, list.chosenRows)),
    way("list", words.menu.list, (at) => chooseList(at, list.chosen, list.chosenRows)),
    hasDayParts() &&
      way("board", words.dayParts.regionMenu.region, (at) => chooseRegion(at, list.chosen, list.chosenRows)),
    way("deleted", words.menu.delete, clearThen(remove)),
  );
  return {
    node,
    draw() {
      const isEmpty = list.selection.size === 0;
      // Whoever pressed something here by a key goes on in the list.
      if (isEmpty && node.contains(document.activeElement)) list.focus();
      node.hidden = isEmpty;
      count.textContent = words.selected(list.selection.size);
    },
  };
}
