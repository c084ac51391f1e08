/** Which reminders come next, as the server says: the next few, and more where somebody wants to see them. */
import { keeper, outline } from "../../desk.js";
import { element } from "../../element.js";
import { group } from "../../parts/page.js";
import { openTask } from "../../parts/pane.js";
import { render } from "../../render.js";
import { momentName } from "../../words/forms.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const { notifications: w } = later.notifications;

/** @typedef {{taskId: string, title: string, dueAt: string}} Next */

/** So many come at first, and so many more each time. */
const first = 10;
const more = 50;

export class Coming {
  node = element("div", { class: "groups" });
  /** Null while the server is asked for the first. @type {Next[] | null} */
  #reminders = null;
  /** @type {string | null} */
  #next = null;
  /** Why nothing more is here. @type {string | null} */
  #refused = null;
  /** Answers of an account that is gone come too late. */
  #turn = 0;

  /** From the first one on. */
  async ask() {
    this.#turn += 1;
    this.#reminders = null;
    this.#draw();
    await this.#read(first);
  }

  /** @param {number} limit @param {string} [cursor] */
  async #read(limit, cursor) {
    const turn = this.#turn;
    const answer = await keeper.server("nextReminders", { limit, cursor });
    if (turn !== this.#turn) return;
    this.#refused = answer.kind === "refused" && answer.code !== "alone" ? answer.code : null;
    const told = answer.kind === "done" ? answer.with : {};
    const known = this.#reminders ?? [];
    this.#reminders = [...known, .../** @type {Next[]} */ (told?.reminders ?? [])];
    if (this.#refused === null) this.#next = typeof told?.nextCursor === "string" ? told.nextCursor : null;
    this.#draw();
    // Whoever goes by keys is led on to the first that came.
    const came = this.node.querySelectorAll(".coming")[known.length];
    if (cursor && came instanceof HTMLElement) came.focus({ preventScroll: true });
  }

  #draw() {
    const [reminders, next] = [this.#reminders, this.#next];
    const isEmpty = reminders?.length === 0 && this.#refused === null;
    render(
      this.node,
      group(w.next, [
        reminders === null && sentence(w.asking),
        (reminders ?? []).map(line),
        isEmpty && sentence(w.nothingNext),
        this.#refused !== null && sentence(words.refusal(this.#refused)),
        reminders !== null && next !== null && element(
          "div",
          { key: "more", class: "padded" },
          element("button", { class: "soft", onclick: () => this.#read(more, next) }, w.moreNext),
        ),
      ]),
    );
  }
}

/** @param {Next} reminder */
function line({ taskId, title, dueAt }) {
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  return element(
    "button",
    { key: taskId, class: "coming", onclick: () => openTask(taskId) },
    element("span", { dir: "auto" }, title),
    element("small", {}, momentName(dueAt, outline.value?.today ?? "", zone)),
  );
}

/** @param {string} text */
function sentence(text) {
  return element("p", { class: "padded" }, text);
}
