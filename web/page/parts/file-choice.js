/** A place for one file: chosen with the device's own dialog, or dropped. */
import { element } from "../element.js";
import { icon } from "./icons.js";

/** @param {string} label @param {string} more @param {(file: File) => void} chosen */
export function fileChoice(label, more, chosen) {
  const input = element("input", { type: "file", hidden: true, onchange: take });
  function take() {
    const [file] = input.files ?? [];
    // The same file can be chosen again.
    input.value = "";
    if (file) chosen(file);
  }
  const press = element("button", { class: "strong", onclick: () => input.click() }, icon("down"), label);
  const node = element(
    "div",
    {
      class: "drop",
      ondragover: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        node.classList.add("over");
      },
      ondragleave: () => node.classList.remove("over"),
      ondrop: (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        node.classList.remove("over");
        const [file] = event.dataTransfer?.files ?? [];
        if (file) chosen(file);
      },
    },
    input,
    press,
    element("span", { class: "wide-only" }, more),
  );
  return { node, focus: () => press.focus() };
}
