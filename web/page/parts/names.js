/**
 * Tags and the category of tasks: words that somebody makes up, and finds again by their first letters.
 *
 * @import { Row } from "../../types/messages.js"
 */
import { edit } from "../deeds.js";
import { outline } from "../desk.js";
import { withMore } from "./later.js";
import { words } from "../words/words.js";

/** @param {HTMLElement | {x: number, y: number}} anchor @param {string[]} ids @param {Row[]} rows */
export function chooseTags(anchor, ids, rows) {
  const [first, ...others] = rows;
  const common = (first?.tags ?? []).filter((tag) => others.every(({ tags }) => tags.includes(tag)));
  withMore((more) =>
    more.openNamesChoice(anchor, {
      words: words.tags,
      about: ids.length === 1 ? first?.title : words.selected(ids.length),
      values: common,
      known: (outline.value?.tags ?? []).map(({ name }) => name),
      many: true,
      add: (tag) => edit(ids, { tags: { add: [tag] } }),
      remove: (tag) => edit(ids, { tags: { remove: [tag] } }),
    })
  );
}

/** @param {HTMLElement} anchor @param {Row} row */
export function chooseCategory(anchor, { id, title, category }) {
  withMore((more) =>
    more.openNamesChoice(anchor, {
      words: { ...words.tags, ...words.category },
      about: title,
      values: category ? [category] : [],
      known: (outline.value?.categories ?? []).map(({ name }) => name),
      many: false,
      add: (name) => edit([id], { category: name }),
      remove: () => edit([id], { category: null }),
    })
  );
}
