/** A task for good: said in words, a word typed, and in the end what was removed. */
import { say } from "../announce.js";
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { form } from "../parts/form.js";
import { toast } from "../parts/toast.js";
import { later } from "../words/later.js";
import { openDialog } from "./dialog.js";

const { erase: w } = later;

/** @typedef {{removed: {lines: number}, series: number}} Receipt */

/** @param {{id: string, title: string}} task */
export async function eraseTask({ id, title }) {
  /** @type {Receipt | null} */
  let receipt = null;
  await openDialog(w.title, (close) => {
    const cancel = element("button", { class: "soft", type: "button", onclick: () => close() }, w.cancel);
    const { node, focus } = form([{ name: "word", label: w.type(w.word) }], w.yes, async ({ word }) => {
      if (word.trim().toLowerCase() !== w.word) return { code: "wrong_word", field: "word", sentence: w.wrongWord };
      // What waits here is sent first: what comes later would only be refused.
      await keeper.sync();
      const answer = await keeper.server("eraseTask", { id });
      if (answer.kind === "refused") return { code: answer.code, sentence: instead(answer.code) };
      receipt = /** @type {Receipt} */ (/** @type {unknown} */ (answer.with));
      close();
      return null;
    }, [cancel]);
    node.querySelector("[type=submit]")?.setAttribute("class", "danger");
    queueMicrotask(focus);
    return [element("p", {}, w.what(title)), element("p", {}, w.stays), node];
  });
  if (receipt) await tell(receipt);
}

/** @param {string} code */
function instead(code) {
  return code === "offline" ? w.offline : code === "alone" ? w.alone : undefined;
}

/** @param {Receipt} receipt */
async function tell({ removed, series }) {
  const sentence = [w.done(removed.lines), series > 0 ? w.series(series) : ""].filter(Boolean).join(". ");
  say(sentence);
  toast(sentence, "long");
  await keeper.sync();
}
