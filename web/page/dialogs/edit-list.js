/**
 * A list's name and colour, for a new one and for one that is there.
 *
 * @import { ListRow } from "../../types/messages.js"
 */
import { say } from "../announce.js";
import { colours } from "../colours.js";
import { perform, tell } from "../deeds.js";
import { element } from "../element.js";
import { go } from "../router.js";
import { openDialog } from "./dialog.js";
import { words } from "../words/words.js";

/** @typedef {{name: string, colour?: string}} Asked */

/** @param {ListRow} [list]  none for a new one */
export async function editList(list) {
  const answer = await askAbout(list);
  if (answer) await (list ? change(list, answer) : create(answer));
}

/** A new list that takes tasks in; it is one gesture, and they are not followed there. @param {string[]} tasks */
export async function newListFor(tasks) {
  const answer = await askAbout();
  if (!answer) return;
  const done = await perform({ act: "addList", name: answer.name, colorHex: answer.colour, tasks });
  tell(done, words.movedTo(answer.name, tasks.length), tasks.length > 1 ? "long" : "normal");
}

/**
 * A colour of the list's own, or none, stays unless another one is chosen.
 * @param {ListRow} [list] @param {{title?: string, name?: string, note?: string, does?: string}} [how]  of a new one
 * @returns {Promise<Asked | null>} null where nothing is to be done
 */
export async function askAbout(list, how = {}) {
  const name = element("input", {
    class: "input",
    type: "text",
    maxlength: 200,
    required: true,
    autofocus: true,
    autocomplete: "off",
    value: list?.name ?? how.name,
    id: "list-name",
  });
  const chosen = list ? list.colorHex?.toLowerCase() : colours[7];
  /** @type {string | undefined} */
  let colour;
  const answer = await openDialog(list ? words.lists.edit : how.title ?? words.lists.new, (close) => {
    const form = element(
      "form",
      { class: "form" },
      element("label", { class: "label", for: "list-name" }, words.lists.name),
      name,
      how.note && element("p", { class: "note" }, how.note),
      element(
        "fieldset",
        { class: "colours" },
        element("legend", { class: "label" }, words.lists.colour),
        colours.map((colour, at) => swatch(colour, words.lists.colours[at], colour === chosen)),
      ),
      element(
        "div",
        { class: "answers" },
        element("button", { class: "soft", onclick: () => close() }, words.cancel),
        element("button", { class: "strong", type: "submit" }, list ? words.save : how.does ?? words.lists.create),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      colour = new FormData(form).get("colour")?.toString();
      if (name.value.trim()) close("save");
    });
    return [form];
  });
  const text = name.value.trim();
  return answer && text ? { name: text, colour } : null;
}

/** @param {ListRow} list @param {Asked} asked */
async function change({ id }, { name, colour: colorHex }) {
  if (await perform({ act: "editList", id, name, colorHex })) say(words.saved);
}

/** @param {Asked} asked */
async function create({ name, colour: colorHex }) {
  const done = await perform({ act: "addList", name, colorHex });
  if (!done) return;
  say(words.added(name));
  go({ screen: "view", view: { kind: "list", id: done.ids[0] } });
}

/** @param {string} colour @param {string} name @param {boolean} checked */
function swatch(colour, name, checked) {
  const dot = element("span", { class: "swatch" });
  dot.style.backgroundColor = colour;
  const field = element("input", { type: "radio", name: "colour", value: colour, checked, class: "unseen" });
  return element("label", { title: name }, field, dot, element("span", { class: "unseen" }, name));
}
