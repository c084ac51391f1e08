/**
 * A new task from elsewhere: `/app/new?title=...&text=...&url=...`, to which links, bookmarks and the share menu lead.
 *
 * The address only fills in the field. Any page can lead a browser here, so what an address brings is what a stranger may
 * have written: a task is made by the person who sees it, and by nobody else. No other page can press Enter here, since
 * none may show this one in a frame; and an Enter or a press that was meant for the page before does
 * not count.
 */
import { drafts } from "../../desk.js";
import { draftOf } from "../../elsewhere/shared.js";
import { element } from "../../element.js";
import { Capture } from "../../parts/capture.js";
import { page, segments, setting } from "../../parts/page.js";
import { render } from "../../render.js";
import { go, goTo } from "../../router.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const { newTask: w } = later.elsewhere;

const where = "/app/new";
/** So long a key may still be meant for what was on the screen before, in milliseconds. */
const settling = 500;

export class NewTaskPage {
  #page = page(w.title, null);
  /** @type {"inbox" | "today"} */
  #place = "inbox";
  #capture = new Capture(where, () => ({ kind: this.#place }), (ids, line) => this.#kept(ids, line));
  #said = element("div", { class: "new-task-said" });

  /** @param {{query: string}} address */
  constructor({ query }) {
    this.node = this.#page.node;
    this.#capture.elsewhere = () => ({ kind: this.#place });
    const brought = draftOf(query);
    const isBrought = brought.title !== "";
    // Not once more when the page is loaded anew.
    history.replaceState(history.state, "", where);
    if (isBrought) {
      drafts.bring(where, brought);
      this.#waitForMeant(performance.now());
    }
    this.#page.show(
      element(
        "div",
        { class: "new-task" },
        this.#capture.node,
        isBrought && element("p", { class: "note" }, w.brought),
      ),
      setting(
        w.place,
        segments(
          w.place,
          [["inbox", w.places.inbox], ["today", w.places.today]],
          this.#place,
          (place) => this.#place = place,
        ),
      ),
      this.#said,
    );
  }

  focus() {
    this.#capture.focus();
  }

  end() {
    this.#capture.end();
  }

  /** @param {number} since */
  #waitForMeant(since) {
    const stop = (/** @type {Event} */ event) => (event.preventDefault(), event.stopPropagation());
    const isEarly = (/** @type {Event} */ { timeStamp }) => timeStamp - since < settling;
    const options = { capture: true };
    this.node.addEventListener(
      "keydown",
      (event) => event.key === "Enter" && (event.repeat || isEarly(event)) && stop(event),
      options,
    );
    this.node.addEventListener("submit", (event) => isEarly(event) && stop(event), options);
  }

  /** @param {string[]} ids @param {import("../../plain-words/line-reader.js").Line | null} line  where words said more */
  #kept(ids, line) {
    const place = this.#place;
    const isElsewhere = line?.fields.scheduledDate !== undefined || line?.fields.listId !== undefined;
    this.node.querySelector(".note")?.remove();
    render(
      this.#said,
      element("span", {}, isElsewhere ? line?.sentence : w.saved(words.moveTo[place])),
      isElsewhere
        ? element(
          "button",
          { class: "way", onclick: () => go({ screen: "task", id: ids[0] }) },
          w.show(line?.title ?? ""),
        )
        : element("button", { class: "way", onclick: () => goTo(place) }, w.show(words.moveTo[place])),
      // A browser closes only what a page opened.
      history.length === 1 && element("button", { class: "way", onclick: () => close() }, w.close),
    );
  }
}
