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
import { element, fill } from "../../element.js";
import { Capture } from "../../parts/capture.js";
import { page, segments, setting } from "../../parts/page.js";
import { render } from "../../render.js";
import { go, goTo } from "../../router.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";
import { waitingLines } from "./waiting.js";

const { newTask: w } = later.elsewhere;

const where = "/app/new";
/** So long a key may still be meant for what was on the screen before, in milliseconds. */
const settling = 500;

export class NewTaskPage {
  #page = page(w.title, null);
  /** @type {"inbox" | "today"} */
  #place = "inbox";
  /** Under which address what stands in the field is half written. */
  #at = where;
  /** @type {Capture} */
  #capture;
  #field = element("div", { class: "new-task" });
  #said = element("div", { class: "new-task-said" });
  #waiting = element("div", {});
  #since = -settling;
  #hasEnded = false;
  /** Nothing was brought or written here yet. */
  #isFresh = true;

  /** @param {{query: string}} address */
  constructor({ query }) {
    this.node = this.#page.node;
    const brought = draftOf(query);
    const isBrought = brought.title !== "";
    const { place, kept } = isBrought
      ? drafts.bring(where, brought)
      : { place: history.state?.draft ?? where, kept: null };
    this.#capture = this.#show(place, kept === null);
    // Not brought once more when the page is loaded anew, but not lost either where it is left at once.
    kept?.then(() => this.#hasEnded || this.#name());
    if (isBrought) this.#capture.node.after(element("p", { class: "note" }, w.brought));
    this.#isFresh = !isBrought;
    this.#field.addEventListener("input", () => this.#isFresh = false);
    this.#waitForMeant();
    this.#page.show(
      this.#field,
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
      this.#waiting,
    );
    this.stop = drafts.hearAll(() => this.#drawWaiting());
    this.#drawWaiting();
  }

  focus() {
    this.#capture.focus();
  }

  end() {
    this.#hasEnded = true;
    this.stop();
    this.#capture.end();
  }

  /** The address no longer says what was brought; a page that is loaded anew still knows what stands in the field. */
  #name() {
    history.replaceState({ ...history.state, draft: this.#at }, "", where);
  }

  /** Something else that is half written comes into the field. @param {string} at */
  #show(at, isKept = true) {
    this.#capture?.end();
    this.#at = at;
    this.#since = performance.now();
    if (isKept) this.#name();
    const capture = new Capture(at, () => ({ kind: this.#place }), (ids, line) => this.#kept(ids, line));
    capture.elsewhere = () => ({ kind: this.#place });
    fill(this.#field, capture.node);
    return this.#capture = capture;
  }

  /** What waits beside what stands in the field; the newest comes into the field of a page that was just opened. */
  #drawWaiting() {
    const all = drafts.under(where);
    const isWritten = all.some(([at]) => at === this.#at);
    if (isWritten) this.#isFresh = false;
    if (this.#isFresh && all.length > 0) return this.#turnTo(all[0][0]);
    render(this.#waiting, waitingLines(all.filter(([at]) => at !== this.#at), (at) => this.#turnTo(at)));
  }

  /** @param {string} at */
  #turnTo(at) {
    const hadFocus = this.node.contains(document.activeElement);
    this.#isFresh = false;
    this.#show(at);
    this.#drawWaiting();
    if (hadFocus) this.focus();
  }

  /** What comes into the field is not saved by a key that was meant for what stood there before. */
  #waitForMeant() {
    const stop = (/** @type {Event} */ event) => (event.preventDefault(), event.stopPropagation());
    const isEarly = (/** @type {Event} */ { timeStamp }) => timeStamp - this.#since < settling;
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
    const next = drafts.under(where).find(([at]) => at !== this.#at);
    if (next) this.#turnTo(next[0]);
  }
}
