/** The button that takes the tab's last import back, and the one that brings it again. */
import { interrupt, say } from "../../announce.js";
import { ask } from "../../dialogs/question.js";
import { element, fill } from "../../element.js";
import { busyButton } from "../../parts/busy.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";
import { lastImport, remember, takeBack } from "./undo.js";

const { back, importRefusal } = later.data;

/** @typedef {import("./undo.js").Undone} Undone */

/** @param {HTMLElement} body  where it is said @param {() => HTMLElement} another  the way on */
export function undoButton(body, another) {
  return busyButton(back.undo, back.undoing, async (asking) => {
    const last = lastImport();
    if (!last || !await asking(() => ask({ ...back.question, danger: true }))) return;
    tell(await takeBack(last.changes), back.undone, body, another);
  }, "soft");
}

/** @param {Undone} undone @param {string} sentence @param {HTMLElement} body @param {() => HTMLElement} another */
function tell(undone, sentence, body, another) {
  if (undone.kind === "refused") {
    const problem = sentenceOf(undone.code);
    interrupt(problem);
    return body.append(element("p", { class: "problem" }, problem));
  }
  remember(null);
  const redo = sentence === back.undone && busyButton(
    back.redo,
    back.undoing,
    async () => tell(await takeBack(undone.undo), back.redone, body, another),
    "soft",
  );
  const on = another();
  say(sentence);
  fill(
    body,
    element("p", {}, sentence, undone.kept && ` ${back.kept}`),
    element("div", { class: "answers" }, redo, on),
  );
  on.focus();
}

/** @param {string} code */
export function sentenceOf(code) {
  return importRefusal(code) ?? words.refusal(code);
}
