/**
 * All commands and lists by name, with their keys: type, choose with the arrows, Enter does it.
 *
 * @import { Command } from "../commands.js"
 */
import { isComposed } from "../composed.js";
import { element, fill } from "../element.js";
import { openDialog } from "../dialogs/dialog.js";
import { matching } from "../matching.js";
import { written } from "./key-names.js";
import * as screen from "../screen.js";
import { words } from "../words/words.js";

const most = 12;

/**
 * @param {Command[]} commands
 * @param {{name: (text: string) => string, run: (text: string) => void}} [otherwise]  what else a text may mean
 */
export function openPalette(commands, otherwise) {
  if (document.querySelector("dialog[open]")) return;
  const onRow = (screen.list()?.chosen.length ?? 0) > 0;
  const all = commands.filter(({ where, isQuiet }) => !isQuiet && (where !== "row" || onRow));
  const field = element("input", {
    class: "input palette-field",
    type: "text",
    role: "combobox",
    autofocus: true,
    autocomplete: "off",
    "aria-label": words.allCommands,
    "aria-expanded": "true",
    "aria-controls": "palette-list",
    placeholder: words.commands.find,
  });
  const rows = element("ul", {
    class: "palette-list",
    id: "palette-list",
    role: "listbox",
    "aria-label": words.allCommands,
  });
  let at = 0;
  /** @type {Command[]} */
  let found = [];
  /** @type {Command | null} */
  let chosen = null;
  openDialog(words.allCommands, (close) => {
    const choose = (/** @type {Command} */ command) => {
      chosen = command;
      close();
    };
    const draw = () => {
      fill(rows, found.map((command, index) => option(command, index, index === at, () => choose(command))));
      if (found.length === 0) fill(rows, element("li", { class: "nothing" }, words.commands.nothing(field.value)));
      if (found[at]) field.setAttribute("aria-activedescendant", `palette-${at}`);
      else field.removeAttribute("aria-activedescendant");
      rows.children[at]?.scrollIntoView({ block: "nearest" });
    };
    const search = () => {
      const text = field.value.trim();
      found = matching(all, field.value).slice(0, text ? most : all.length);
      if (text && otherwise) {
        found.push({
          ...otherwise,
          name: otherwise.name(text),
          keys: [],
          where: "everywhere",
          run: () => otherwise.run(text),
        });
      }
      at = 0;
      draw();
    };
    field.addEventListener("input", search);
    field.addEventListener("keydown", (event) => {
      if (isComposed(event)) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        at = (at + (event.key === "ArrowDown" ? 1 : -1) + found.length) % Math.max(1, found.length);
        draw();
      } else if (event.key === "Enter" && found[at]) {
        event.preventDefault();
        choose(found[at]);
      }
    });
    search();
    return [field, rows];
  }, { kind: "palette" }).then(() => chosen?.run());
}

/** @param {Command} command @param {number} index @param {boolean} isChosen @param {() => void} onclick */
function option({ name, keys }, index, isChosen, onclick) {
  return element(
    "li",
    { class: "palette-item", id: `palette-${index}`, role: "option", "aria-selected": String(isChosen), onclick },
    element("span", { class: "menu-label", dir: "auto" }, name),
    keys[0] && element("kbd", {}, written(keys[0])),
  );
}
