/**
 * What was changed, by whom and when, in four parts: everything, what came while somebody was away, what gave way,
 * and a look back in time. Of one task, one list or one device: its own changes.
 *
 * @import { Address } from "../router.js"
 */
import { outline, standing } from "../desk.js";
import { element } from "../element.js";
import { page } from "../parts/page.js";
import { go, path } from "../router.js";
import { later } from "../words/later.js";
import { Changes } from "./history/changes.js";
import { LookBack } from "./history/look-back.js";
import { OpenConflicts } from "./history/open-conflicts.js";

const words = later.history;

/** @typedef {"away" | "conflicts" | "back"} Part */
/** @typedef {{task?: string, part?: Part, list?: string, device?: string}} Where */

export class HistoryPage {
  /** @param {Where} where */
  constructor(where) {
    const up = upFrom(where);
    const { node, focus, show } = page(words.title, up);
    this.node = node;
    this.focus = focus;
    const head = up ? null : parts(where.part);
    show(head, element("p", { role: "status" }, words.asking));
    this.#begin(() => {
      const content = contentOf(where);
      this.end = () => content.end();
      if (content instanceof Changes && up) content.named = (title) => this.#name(title);
      show(head, content.node);
    });
  }

  /**
   * As soon as it is known whose history it is, and what day it is.
   * @param {() => void} show
   */
  #begin(show) {
    const look = () => {
      if (!outline.value || !standing.value || !(standing.value.ready || standing.value.account)) return;
      // The signals may tell at once, before they have answered how to stop.
      queueMicrotask(() => stops.forEach((stop) => stop()));
      if (!hasBegun) show();
      hasBegun = true;
    };
    let hasBegun = false;
    /** @type {(() => void)[]} */
    const stops = [];
    this.end = () => {
      hasBegun = true;
      stops.forEach((stop) => stop());
    };
    stops.push(outline.watch(look), standing.watch(look));
  }

  /** @param {string} name */
  #name(name) {
    const title = this.node.querySelector("h1");
    if (title) title.textContent = name;
    document.title = `${name} - Daybook`;
  }
}

/** What has these changes alone; null where they are of everything. @param {Where} where @returns {Address | null} */
function upFrom({ task, part, list, device }) {
  if (task) return { screen: "task", id: task };
  if (part) return null;
  if (list) return { screen: "view", view: { kind: "list", id: list } };
  return device ? { screen: "devices" } : null;
}

/** @param {Where} where */
function contentOf({ task, part, list, device }) {
  if (part === "conflicts") return new OpenConflicts();
  if (part === "back") return new LookBack(list);
  return new Changes({ task, list, device, isAway: part === "away" });
}

/** @param {Part | undefined} now */
function parts(now) {
  const link = (/** @type {Part | undefined} */ part, /** @type {string} */ name) => {
    const where = /** @type {Address} */ (part ? { screen: "history", part } : { screen: "history" });
    const onclick = (/** @type {MouseEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(where, { instead: true });
    };
    return element("a", { href: path(where), "aria-current": part === now ? "page" : null, onclick }, name);
  };
  const { all, away, conflicts, back } = words.parts;
  return element(
    "nav",
    { class: "history-parts", "aria-label": words.title },
    link(undefined, all),
    link("away", away),
    link("conflicts", conflicts),
    link("back", back),
  );
}
