/**
 * A title is edited where it stands: Enter and leaving keep it, Escape does not. An empty title is refused at the field.
 *
 * @import { List } from "./list.js"
 */
import { interrupt, say } from "../announce.js";
import { edit } from "../deeds.js";
import { element } from "../element.js";
import { fit } from "../parts/capture.js";
import { words } from "../words/words.js";
import { rowOf } from "./row.js";

/** @param {List} list @param {HTMLElement} node */
export function editInPlace(list, node) {
  const row = rowOf(node);
  const title = node.querySelector(".title");
  if (!row || !(title instanceof HTMLElement) || title.querySelector("textarea")) return;
  const field = element("textarea", {
    class: "field in-place",
    dir: "auto",
    rows: 1,
    "aria-label": words.detail.title,
  });
  field.value = row.title;
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
    if (keep && text !== row.title) keepTitle(title, row.id, text, row.title);
  };
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.isComposing) return;
    if (event.key === "Enter") event.preventDefault();
    if (event.key === "Enter" || event.key === "Escape") end(event.key === "Enter");
  });
  field.addEventListener("blur", () => field.value.trim() === "" ? end(false) : end(true));
  field.addEventListener("input", () => fit(field));
  title.replaceChildren(field);
  fit(field);
  list.redraw();
  field.focus({ preventScroll: true });
  field.setSelectionRange(field.value.length, field.value.length);
}

/** @param {HTMLElement} title @param {string} id @param {string} text @param {string} before */
async function keepTitle(title, id, text, before) {
  if (await edit([id], { title: text })) say(words.saved);
  else if (title.isConnected) title.textContent = before;
}
