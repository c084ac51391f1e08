/**
 * Lists and saved filters that were deleted and can be restored, above the deleted tasks. The server knows them, and
 * brings a list back with the tasks that went with it.
 */
import { say } from "../announce.js";
import { perform, refuse, tell } from "../deeds.js";
import { keeper, outline, standing } from "../desk.js";
import { element } from "../element.js";
import { render } from "../render.js";
import { momentName } from "../words/forms.js";
import { later } from "../words/later.js";
import { words } from "../words/words.js";
import { group } from "./page.js";
import { toast } from "./toast.js";

const { deletedLists: w } = later;

/** @typedef {{id: string, name: string, colorHex: string | null, deletedAt: string}} DeletedList */

export class DeletedLists {
  node = element("div", { class: "deleted-lists" });
  /** The latest first. @type {DeletedList[]} */
  #lists = [];
  /** @type {string | null} */
  #refused = null;
  #timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  #turn = 0;

  /** @param {() => void} changed @param {() => void} lostFocus  the last one has gone, and the focus with it */
  constructor(changed, lostFocus) {
    this.changed = changed;
    this.lostFocus = lostFocus;
    let last = standing.value?.lastSync;
    this.stop = standing.watch((now) => {
      if (now?.lastSync !== last) this.#soon();
      last = now?.lastSync;
    });
    this.#ask();
  }

  end() {
    this.#turn = -1;
    clearTimeout(this.#timer);
    this.stop();
  }

  /** How many there are. */
  get count() {
    return this.#lists.length;
  }

  /** Changes come in numbers: the server is asked once for those that come together. */
  #soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), 300);
  }

  async #ask() {
    const turn = this.#turn += 1;
    const answer = await keeper.server("lists", { deleted: true });
    if (turn !== this.#turn) return;
    // Without an account nothing was deleted; what was told before stays, where the server does not answer any more.
    this.#refused = answer.kind === "refused" && answer.code !== "alone" ? answer.code : null;
    if (answer.kind === "done") {
      const lists = /** @type {DeletedList[]} */ (answer.with?.lists ?? []);
      this.#lists = lists.toSorted((one, other) => one.deletedAt < other.deletedAt ? 1 : -1);
    }
    this.#draw();
  }

  #draw() {
    const hadFocus = this.node.contains(document.activeElement);
    render(
      this.node,
      this.#lists.length > 0 && group(w.title, this.#lists.map((list) => this.#line(list)), w.note),
      this.#refused !== null && this.#lists.length === 0 && element("p", { class: "note" }, w.unknown),
    );
    if (hadFocus && !this.node.contains(document.activeElement)) this.lostFocus();
    this.changed();
  }

  /** @param {DeletedList} list */
  #line({ id, name, colorHex, deletedAt }) {
    const zone = String(outline.value?.settings.timeZone ?? "UTC");
    const dot = element("span", { class: "dot" });
    if (colorHex) dot.style.backgroundColor = colorHex;
    return element(
      "div",
      { key: id, class: "setting" },
      dot,
      element(
        "span",
        { class: "label-text", dir: "auto" },
        name,
        element("small", {}, w.when(momentName(deletedAt, outline.value?.today ?? "", zone))),
      ),
      element(
        "button",
        { class: "soft", "aria-label": w.restoreOf(name), onclick: () => this.#restore(id, name) },
        words.menu.restore,
      ),
    );
  }

  /** @param {string} id @param {string} name */
  async #restore(id, name) {
    const answer = await keeper.server("bringBackList", { id });
    if (answer.kind === "refused") return refuse(answer.code);
    this.#lists = this.#lists.filter((one) => one.id !== id);
    this.#draw();
    // Its way back is the deletion as it was done before.
    await keeper.sync();
    say(w.restored(name));
    toast(w.restored(name), "long", { label: words.undo, run: () => deleteAgain(id, name) });
  }
}

/** @param {string} id @param {string} name */
async function deleteAgain(id, name) {
  const done = await perform({ act: "deleteList", id });
  if (done) tell(done, words.lists.deleted(name), "long");
}
