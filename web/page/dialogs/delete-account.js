/** The end of an account: said in words, an export offered, a word typed, and the owner's proof. */
import { say } from "../announce.js";
import { keeper } from "../desk.js";
import { element } from "../element.js";
import { toast } from "../parts/toast.js";
import { go } from "../router.js";
import { later } from "../words/later.js";
import { askOwner, proofFields } from "./prove.js";

const { end: w } = later.owner;

export async function deleteAccount() {
  const toExport = () => {
    leave.closest("dialog")?.close();
    go({ screen: "data" });
  };
  const leave = element("button", { class: "soft", onclick: toExport }, w.export);
  const isDone = await askOwner(
    w.title,
    [w.what, w.backups, element("div", {}, leave)],
    [{ name: "word", label: w.type(w.word) }, ...proofFields()],
    w.yes,
    async ({ word, proof }) => {
      if (word.trim().toLowerCase() !== w.word) {
        return { kind: "refused", code: "wrong_word", field: "word", sentence: w.wrongWord };
      }
      say(w.deleting);
      return await keeper.session({ act: "deleteAccount", password: proof });
    },
    { danger: true },
  );
  if (!isDone) return;
  say(w.done);
  toast(w.done, "long");
}
