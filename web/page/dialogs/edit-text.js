/** Asks for one line. */
import { element } from "../element.js";
import { openDialog } from "./dialog.js";
import { words } from "../words/words.js";

/** @param {string} title @param {string} label @param {string} value @returns {Promise<string>} empty for Cancel */
export async function editText(title, label, value) {
  const field = element("input", {
    class: "input",
    id: "text-field",
    type: "text",
    maxlength: 200,
    autofocus: true,
    value,
  });
  return await openDialog(title, (close) => {
    const form = element(
      "form",
      { class: "form" },
      element("label", { class: "label", for: field.id }, label),
      field,
      element(
        "div",
        { class: "answers" },
        element("button", { class: "soft", onclick: () => close() }, words.cancel),
        element("button", { class: "strong", type: "submit" }, words.save),
      ),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      close(field.value.trim());
    });
    return [form];
  });
}
