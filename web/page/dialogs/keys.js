/**
 * The list of all keys.
 *
 * @import { Command } from "../commands.js"
 */
import { element } from "../element.js";
import { written } from "../parts/key-names.js";
import { openDialog } from "./dialog.js";
import { words } from "../words/words.js";

/** @param {Command[]} commands */
export function showKeys(commands) {
  const all = commands.filter(({ keys }) => keys.length > 0);
  const part = (/** @type {string} */ title, /** @type {typeof all} */ some) =>
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
    ),
    element(
      "div",
      { class: "answers" },
      element("button", { class: "strong", autofocus: true, onclick: () => close() }, words.close),
    ),
  ], { kind: "wide" });
}
