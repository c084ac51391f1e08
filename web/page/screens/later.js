/**
 * A screen that is loaded when somebody first goes to it. Where it does not come (no network, or a newer version has taken
 * its place) the page says so.
 *
 * @import { View } from "../../types/messages.js"
 * @import { List } from "../list/list.js"
 * @import { ListDeeds } from "../list/list-deeds.js"
 * @import { Pointer } from "../list/pointer.js"
 * @import { Page } from "./pages.js"
 * @import { Where } from "../calendar/place.js"
 */
import { element } from "../element.js";
import { page } from "../parts/page.js";
import { words } from "../words/words.js";

/** @typedef {typeof import("../more.js")} More */
/** @typedef {Extract<View, {kind: "search"}>} SearchView */

const load = () => import("../more.js");

/** Where no service worker keeps them for the time without a network, they come before anybody goes there. */
export function keepMore() {
  if (!("serviceWorker" in navigator)) load().catch(() => {});
}

/** @implements {Page} */
export class LaterPage {
  node = element("section", { class: "screen page", "aria-busy": "true" });
  /** @type {Page | null} */
  #page = null;
  #hasEnded = false;
  #wantsFocus = false;

  /** @param {(more: More) => Page} open */
  constructor(open) {
    load().then((more) => this.#show(() => open(more)), () => this.#show(missing));
  }

  focus() {
    this.#wantsFocus = true;
    this.#page?.focus();
  }

  end() {
    this.#hasEnded = true;
    this.#page?.end();
  }

  /** @param {() => Page} open */
  #show(open) {
    if (this.#hasEnded) return;
    this.#page = open();
    this.node.replaceWith(this.#page.node);
    this.node = this.#page.node;
    if (this.#wantsFocus) this.#page.focus();
  }
}

/** The screen of changes that gave way or were not accepted: a view, into which no task is written. */
export class LaterLost extends LaterPage {
  capture = null;
  list = null;
  deeds = null;

  /** @param {View} view */
  constructor(view) {
    super((more) => new more.LostScreen(view));
    this.view = view;
  }
}

/**
 * A screen that shows something else without becoming another, and whose list is there as soon as it is loaded.
 * @template Where
 * @typedef {Page & {list: List, deeds: ListDeeds, seek: (where: Where) => void}} Seeking
 */

/** @template Where @template {Seeking<Where>} Screen */
class LaterList extends LaterPage {
  /** @type {Screen | null} */
  screen = null;

  /** @param {Where} where @param {(more: More, where: Where) => Screen} open */
  constructor(where, open) {
    super((more) => this.screen = open(more, this.where));
    this.where = where;
  }

  get list() {
    return this.screen?.list ?? null;
  }

  get deeds() {
    return this.screen?.deeds ?? null;
  }

  /** Shows something else in its place. @param {Where} where */
  seek(where) {
    this.where = where;
    this.screen?.seek(where);
  }
}

/** @extends {LaterList<SearchView, import("./search.js").SearchScreen>} */
export class LaterSearch extends LaterList {
  capture = null;

  /** @param {SearchView} view @param {Pointer} pointer */
  constructor(view, pointer) {
    super(view, (more, where) => new more.SearchScreen(where, pointer));
  }

  get view() {
    return this.screen?.view ?? this.where;
  }
}

/**
 * The calendar, with the list of the day that is chosen in it.
 * @extends {LaterList<Where, import("./calendar.js").CalendarScreen>}
 */
export class LaterCalendar extends LaterList {
  view = null;

  /** @param {Where} where @param {Pointer} pointer */
  constructor(where, pointer) {
    super(where, (more, place) => new more.CalendarScreen(place, pointer));
  }

  /** Itself, as soon as it is loaded. */
  get calendar() {
    return this.screen;
  }

  get capture() {
    return this.screen?.capture ?? null;
  }
}

/** @returns {Page} */
function missing() {
  const { node, focus, show } = page(words.missing.title, null);
  show(
    element("p", {}, words.missing.sentence),
    element("button", { class: "strong", onclick: () => location.reload() }, words.missing.reload),
  );
  return { node, focus, end() {} };
}
