/** Makes something with a name: a form in a dialog, which stays open until the server has made it. */
import { element } from "../element.js";
import { form } from "../parts/form.js";
import { words } from "../words/words.js";
import { later } from "../words/later.js";
import { openDialog } from "./dialog.js";

const { apps: w, appsRefusal } = later.apps;

/**
 * @typedef {import("../mailbox.js").Answer} Answer
 * @param {string} title @param {string} placeholder @param {string} yes
 * @param {import("../element.js").Child[]} choices  below the name
 * @param {(name: string) => Promise<Answer>} make
 * @returns {Promise<Record<string, unknown> | null>} what was made
 */
export async function makeNamed(title, placeholder, yes, choices, make) {
  /** @type {Record<string, unknown> | null} */
  let made = null;
  await openDialog(title, (close) => {
    const cancel = element("button", { class: "soft", onclick: () => close() }, words.cancel);
    const { node, focus } = form(
      [{ name: "name", label: w.name, placeholder, maxlength: 100 }],
      yes,
      async ({ name }) => {
        const answer = await make(name.trim());
        if (answer.kind === "refused") return { ...answer, sentence: appsRefusal(answer.code) ?? undefined };
        made = answer.with ?? {};
        close("made");
        return null;
      },
      [cancel],
    );
    node.querySelector(".problem")?.before(...choices.filter((choice) => choice instanceof Node));
    queueMicrotask(focus);
    return [node];
  });
  return made;
}
