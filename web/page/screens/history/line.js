/**
 * A change as a line: of what, what became of it, when and by whom, and the way to take it back. What followed from
 * it stands below it.
 *
 * @import { Entry } from "./told.js"
 * @import { Told } from "./gather.js"
 */
import { clockIn } from "../../dates.js";
import { listNamed } from "../../desk.js";
import { element } from "../../element.js";
import { openTask } from "../../parts/pane.js";
import { go, path } from "../../router.js";
import { momentName, timeOf } from "../../words/forms.js";
import { words as common } from "../../words/words.js";
import { later } from "../../words/later.js";
import { authorOf, isUndoable, tell } from "./told.js";

const { undo: undoWord } = common;
const words = later.history;

/**
 * @typedef {object} Around  what lines are told with, and what can be done with them
 * @property {import("./rows.js").Rows} rows
 * @property {import("./values.js").About} about
 * @property {(device: Entry["device"]) => string} who
 * @property {boolean} ofOne  all are of one task, which is named above them
 * @property {(entry: Entry) => void} undo
 * @property {(entry: Entry) => (() => void) | null} takeBack  the way back for all that its device did, where it stands here
 * @property {((entry: Entry) => void) | null} toHere
 */

/** @param {Told} told @param {Around} around */
export function line({ entry, followed }, around) {
  const below = followed.length > 0 &&
    element(
      "ul",
      { class: "followed" },
      followed.map((one) => element("li", { key: one.opId }, change(one, around, entry))),
    );
  return element("li", { key: entry.revision, class: "change-line" }, change(entry, around), below);
}

/** @param {Entry} entry @param {Around} around @param {Entry} [root] */
function change(entry, around, root) {
  const { rows, about, who, ofOne, undo, takeBack, toHere } = around;
  const name = rows.name(entry.entity, entry.id);
  const did = tell(entry, about, root);
  const isOfRoot = root !== undefined && root.id === entry.id;
  const when = root ? null : moment(entry, about);
  const back = root ? null : takeBack(entry);
  const backWord = later.takeBack.title(who(entry.device));
  const way = (/** @type {string} */ word, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
    element("button", { class: "way", "aria-label": label, onclick }, word);
  return element(
    "div",
    { class: "change" },
    element(
      "div",
      { class: "change-words" },
      !ofOne && !isOfRoot && element("p", { class: "change-name" }, nameOf(entry, name, rows)),
      did.map((sentence) => element("p", {}, sentence)),
      when && element("small", {}, `${when}, ${authorOf(entry, who)}`),
    ),
    element(
      "div",
      { class: "ways" },
      toHere && !root && way(words.toHere, words.toHereOf(when ?? ""), () => toHere(entry)),
      back && way(backWord, backWord, back),
      isUndoable(entry) && way(undoWord, words.undoOf(name, did[0] ?? ""), () => undo(entry)),
    ),
  );
}

/**
 * A name that leads to what it names, where that can be shown.
 * @param {Entry} entry @param {string} name @param {Around["rows"]} rows
 */
function nameOf({ entity, id }, name, rows) {
  if (entity === "task" && rows.task(id)) return link(name, { screen: "task", id }, () => openTask(id));
  if (entity !== "list" || !listNamed(id)) return name;
  /** @type {import("../../router.js").Address} */
  const where = { screen: "view", view: { kind: "list", id } };
  return link(name, where, () => go(where));
}

/** @param {string} name @param {import("../../router.js").Address} where @param {() => void} open */
function link(name, where, open) {
  const onclick = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
  return element("a", { href: path(where), onclick }, name);
}

/**
 * The time; with its day, where the server heard of it on a later one.
 * @param {Entry} entry @param {import("./values.js").About} about
 */
function moment({ at, recordedAt }, { today, zone }) {
  const day = (/** @type {string} */ instant) => clockIn(instant, zone).slice(0, 10);
  return day(at) === day(recordedAt) ? timeOf(at, zone) : words.madeAt(momentName(at, today, zone));
}
