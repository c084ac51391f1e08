/**
 * A title is edited where it stands: Enter and leaving keep it, Escape does not. An empty title is refused at the field.
 *
 * @import { List } from "./list.js"
 */
import { interrupt, say } from "../announce.js";
import { isComposed } from "../composed.js";
import { edit } from "../deeds.js";
import { element } from "../element.js";
import { fit } from "../parts/capture.js";
import { dropRefused, fieldOf, offerAgain, refusedAt } from "../refused-texts.js";
import { words } from "../words/words.js";
import { rowOf } from "./row.js";

/** @param {List} list @param {HTMLElement} node @param {string} [refused]  what was written before, and is in the field again */
export function editInPlace(list, node, refused) {
  const row = rowOf(node);
  const title = node.querySelector(".title");
  if (!row || !(title instanceof HTMLElement) || title.querySelector("textarea")) return;
  const field = element("textarea", {
    class: "field in-place",
    dir: "auto",
    rows: 1,
    "aria-label": words.detail.title,
  });
  const before = refused ?? refusedAt(fieldOf("title", row.id));
  field.value = before ?? row.title;
  if (before) field.setAttribute("aria-invalid", "true");
  let over = false;
  const end = (/** @type {boolean} */ keep) => {
    const text = field.value.trim().replace(/\s*\n\s*/g, " ");
    if (over) return;
    if (keep && text === "") {
      field.setAttribute("aria-invalid", "true");
      return interrupt(words.detail.needsTitle);
    }
    over = true;
    const hadFocus = document.activeElement === field;
    title.textContent = keep ? text : row.title;
    if (hadFocus) node.focus({ preventScroll: true });
    list.redraw();
    if (!keep) dropRefused(fieldOf("title", row.id));
    if (keep && text !== row.title) keepTitle(list, node, title, text);
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (isComposed(event)) return;
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Enter" || event.key === "Escape") end(event.key === "Enter");
  });
  field.addEventListener("blur", () => field.value.trim() === "" ? end(false) : end(true));
  field.addEventListener("input", () => fit(field));
  title.replaceChildren(field);
  fit(field);
  list.redraw();
  // Who has gone on meanwhile is not called back.
  if (refused && document.activeElement !== node && document.activeElement !== document.body) return;
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}

/** @param {List} list @param {HTMLElement} node @param {HTMLElement} title @param {string} text */
async function keepTitle(list, node, title, text) {
  const row = rowOf(node);
  if (!row) return;
  const where = fieldOf("title", row.id);
  const keep = (/** @type {string} */ title) => edit([row.id], { title });
  if (await keep(text)) return dropRefused(where), say(words.saved);
  if (!title.isConnected) return offerAgain(where, text, keep);
  title.textContent = row.title;
  editInPlace(list, node, text);
}
