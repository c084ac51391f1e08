/**
 * What this tab knows and shows: everything that more than one part of the page looks at.
 *
 * @import { Outline, Standing, ToKeeper, View } from "../types/messages.js"
 * @import { Address } from "./router.js"
 * @import { Post } from "./mailbox.js"
 */
import { Drafts } from "./drafts.js";
import { Mailbox } from "./mailbox.js";
import { forgetSearches } from "./search/recent.js";
import { forgetFolded } from "./subtasks/folded.js";
import { Signal } from "./signal.js";

/** What stands around every view; null until the keeper said it. @type {Signal<Outline | null>} */
export const outline = new Signal(/** @type {Outline | null} */ (null));

/** How this device stands with its server. @type {Signal<Standing | null>} */
export const standing = new Signal(/** @type {Standing | null} */ (null));

/** Where the tab is. @type {Signal<Address>} */
export const address = new Signal(/** @type {Address} */ ({ screen: "view", view: { kind: "today" } }));

/** The task that a pane beside the list shows. @type {Signal<string | null>} */
export const opened = new Signal(/** @type {string | null} */ (null));

/** The talk with the keeper. */
export const keeper = new Mailbox();

/** What is half written in any view. */
export const drafts = new Drafts((where, draft) => keeper.draft(where, draft));

/**
 * Begins the talk with the keeper.
 * @param {() => Post} start  starts a keeper @param {() => ToKeeper} hello  what is said to it first
 */
export function connect(start, hello) {
  keeper.on("outline", (message) => outline.value = message);
  keeper.on("standing", (message) => standing.value = message);
  keeper.on("drafts", (message) => drafts.begin(message.drafts));
  keeper.on("draft", ({ where, draft }) => drafts.hear(where, draft));
  keeper.on("draftsGone", () => {
    drafts.forget();
    forgetSearches();
    forgetFolded();
  });
  keeper.begin(start, hello);
  for (const leaving of ["beforeunload", "visibilitychange"]) addEventListener(leaving, () => drafts.flush());
}

/** The lists that tasks are put into: a saved filter only shows what it finds. */
export function homes() {
  return (outline.value?.lists ?? []).filter(({ filter }) => filter === undefined);
}

/** The filter whose finds a view shows; null where tasks lie in it. @param {View} view */
export function filterOf(view) {
  return view.kind === "list" ? listNamed(view.id)?.filter ?? null : null;
}

/** A list by its id. @param {string | null} id */
export function listNamed(id) {
  return outline.value?.lists.find((list) => list.id === id) ?? null;
}
