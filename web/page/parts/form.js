/** A form of a few fields, one thing to press, and a place for what went wrong. */
import { interrupt } from "../announce.js";
import { element, fill } from "../element.js";
import { words } from "../words/words.js";

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [type]
 * @property {string} [autocomplete]
 * @property {string} [value]
 * @property {string} [inputmode]
 * @property {number} [minlength]
 * @property {number} [maxlength]
 * @property {string} [placeholder]
 * @property {boolean} [optional]
 * @property {boolean} [checked]  at first
 * @property {string} [more]  a sentence below it
 */

let count = 0;

/**
 * @param {Field[]} fields
 * @param {string} yes
 * @param {(values: Record<string, string>) => Promise<{code: string, field?: string, sentence?: string} | null>} send  null when it
 *   went well; a `sentence` stands in for that of the code
 * @param {import("../element.js").Child[]} [more]  beside what is pressed
 */
export function form(fields, yes, send, more = []) {
  const name = `form-${count += 1}`;
  const problem = element("p", { class: "problem", hidden: true, id: `${name}-problem` });
  const inputs = fields.map((field) =>
    element("input", {
      class: field.type === "checkbox" ? "switch" : "input",
      id: `${name}-${field.name}`,
      name: field.name,
      type: field.type ?? "text",
      autocomplete: field.autocomplete ?? "off",
      inputmode: field.inputmode,
      minlength: field.minlength,
      maxlength: field.maxlength,
      placeholder: field.placeholder,
      value: field.value,
      checked: field.checked,
      required: !field.optional && field.type !== "checkbox",
      "aria-describedby": field.more && field.type !== "checkbox" ? `${name}-${field.name}-more` : null,
      autocapitalize: "none",
      spellcheck: "false",
    })
  );
  const press = element("button", { class: "strong", type: "submit" }, yes);
  const node = element(
    "form",
    { class: "form" },
    fields.flatMap((field, at) => field.type === "checkbox" ? checked(field, inputs[at]) : written(field, inputs[at])),
    problem,
    element("div", { class: "answers" }, more, press),
  );
  node.addEventListener("submit", async (event) => {
    event.preventDefault();
    press.disabled = true;
    problem.hidden = true;
    const failed = await send(Object.fromEntries(inputs.map((input) => [input.name, valueOf(input)])));
    press.disabled = false;
    inputs.forEach((input) => input.removeAttribute("aria-invalid"));
    if (!failed) return;
    const wrong = inputs.find((input) => input.name === failed.field) ??
      inputs.findLast((input) => input.type !== "checkbox");
    const sentence = failed.sentence ?? words.refusal(failed.code);
    fill(problem, sentence);
    problem.hidden = false;
    interrupt(sentence);
    wrong?.setAttribute("aria-invalid", "true");
    wrong?.setAttribute("aria-describedby", problem.id);
    wrong?.focus();
  });
  return { node, focus: () => (inputs[0] ?? press).focus() };
}

/** @param {Field} field @param {HTMLInputElement} input */
function written(field, input) {
  const more = field.more && element("p", { class: "note", id: `${input.id}-more` }, field.more);
  return [element("label", { class: "label", for: input.id }, field.label), input, more];
}

/** @param {Field} field @param {HTMLInputElement} input */
function checked(field, input) {
  const more = field.more && element("span", { class: "more" }, field.more);
  return [element("label", { class: "checked" }, element("span", {}, field.label, more), input)];
}

/** @param {HTMLInputElement} input */
function valueOf(input) {
  return input.type === "checkbox" ? (input.checked ? "yes" : "") : input.value;
}
