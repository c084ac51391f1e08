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

/**
 * @param {Question} question
 * @param {(close: () => void) => () => void} [until]  closes it where nobody needs its answer any more; answers what ends that
 */
export async function ask({ title, sentence, yes, no = words.cancel, danger = false }, until = () => () => {}) {
  let stop = () => {};
  const answer = await openDialog(title, (close) => {
    stop = until(close);
    return [
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
    ];
  }, { kind: "question", role: "alertdialog" });
  stop();
  return answer === "yes";
}
