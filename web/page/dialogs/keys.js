/**
 * The list of all keys.
 *
 * @import { Command } from "../commands.js"
 */
import { element } from "../element.js";
import { written } from "../parts/key-names.js";
import { openDialog } from "./dialog.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";

const k = later.keys;

/** What goes about rather than does something, and is no command. */
const inLists = [
  { name: k.next, keys: ["ArrowDown", "j"] },
  { name: k.before, keys: ["ArrowUp", "k"] },
  { name: k.ends, keys: ["Home", "End"] },
  { name: k.screens, keys: ["PageUp", "PageDown"] },
  { name: k.selects, keys: ["Shift+ArrowUp", "Shift+ArrowDown"] },
  { name: k.leaves, keys: ["Escape"] },
];
const inField = [
  { name: k.keeps, keys: ["Enter"] },
  { name: k.notes, keys: ["Shift+Enter"] },
  { name: k.keepsNotes, keys: ["Ctrl+Enter"] },
  { name: k.toTasks, keys: ["ArrowDown", "Escape"] },
];

/** @param {Command[]} commands */
export function showKeys(commands) {
  const all = commands.filter(({ keys }) => keys.length > 0);
  const part = (/** @type {string} */ title, /** @type {Pick<Command, "name" | "keys">[]} */ some) =>
    element(
      "section",
      {},
      element("h3", {}, title),
      element(
        "dl",
        { class: "keys" },
        some.flatMap(({ name, keys }) => [
          element("dt", {}, name),
          element("dd", {}, keys.map((one) => element("kbd", {}, written(one)))),
        ]),
      ),
    );
  openDialog(words.commands.keys, (close) => [
    element(
      "div",
      { class: "key-parts" },
      part(words.commands.everywhere, all.filter(({ where }) => where !== "row")),
      part(words.commands.onRow, all.filter(({ where }) => where === "row")),
      part(k.inLists, inLists),
      part(k.inField, inField),
    ),
    element(
      "div",
      { class: "answers" },
      element("button", { class: "strong", onclick: () => close() }, words.close),
    ),
  ], { kind: "wide", isRead: true });
}
