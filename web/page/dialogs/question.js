/** A question with two answers. */
import { element } from "../element.js";
import { openDialog } from "./dialog.js";
import { words } from "../words/words.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} [sentence]
 * @property {string} yes
 * @property {string} [no]
 * @property {boolean} [danger]  the first answer destroys something, so the other one has the focus
 */

/** @param {Question} question */
export async function ask({ title, sentence, yes, no = words.cancel, danger = false }) {
  const answer = await openDialog(title, (close) => [
    sentence && element("p", {}, sentence),
    element(
      "div",
      { class: "answers" },
      element("button", { class: "soft", autofocus: danger, onclick: () => close() }, no),
      element(
        "button",
        { class: danger ? "danger" : "strong", autofocus: !danger, onclick: () => close("yes") },
        yes,
      ),
    ),
  ], { kind: "question", role: "alertdialog" });
  return answer === "yes";
}
