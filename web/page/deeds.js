/**
 * What a person does, from the keyboard, the pointer or a menu: the gesture for the keeper, and then the words for those
 * who see and those who listen. Nothing is said before it is on the disk; what can be foreseen is shown (unkept.js).
 *
 * @import { Gesture, Done, KeptDraft, Place, Row, TaskFields } from "../types/messages.js"
 */
import { interrupt, say } from "./announce.js";
import { homes, keeper, listNamed, outline } from "./desk.js";
import { knock } from "./haptics.js";
import { sight, sightChanged } from "./hidden-lists.js";
import { clearUndoable, toast } from "./parts/toast.js";
import { fullSentence, hasDayParts, wantedRegion } from "./regions.js";
import { remindersWanted } from "./reminders/wanted.js";
import * as screen from "./screen.js";
import { untilKept } from "./unkept.js";
import { words } from "./words/words.js";

/** @typedef {"short" | "normal" | "long"} Length */

let count = 0;

/** Counts up with everything that is done, or undone. */
export function steps() {
  return count;
}

/** @type {(what: "completed" | "deleted", ids: string[], done: Done) => void} */
let afterwards = () => {};

/** Hears of tasks that were completed or deleted. @param {typeof afterwards} listener */
export function whenDone(listener) {
  afterwards = listener;
}

/**
 * Does a gesture. Answers null where it was refused, which was said then.
 * @param {Gesture} gesture @param {number} [at]
 * @param {(sentence: string) => void} [full]  says why there is no room where it was to go
 * @param {KeptDraft | null} [draft]  what it was made of
 */
export async function perform(gesture, at, full = sayRefused, draft = null) {
  const answer = await untilKept(gesture, () => keeper.do(gesture, at, draft));
  if (answer.kind === "done") {
    count += 1;
    if (answer.undoable) clearUndoable();
    if (setsReminder(gesture)) remindersWanted.value = true;
    return answer;
  }
  const region = answer.code === "region_full" ? wantedRegion(gesture, screen.list()?.picture?.rows ?? []) : null;
  const sentence = region && fullSentence(region);
  if (sentence) full(sentence);
  else refuse(answer.code, gesture.act);
  return null;
}

/** Whether somebody wants to be reminded of something. @param {Gesture} gesture */
function setsReminder(gesture) {
  const fields = gesture.act === "edit" || gesture.act === "add" ? gesture.fields : undefined;
  return Boolean(fields?.reminderAt);
}

/** Says that something was not done, and why. @param {string} code @param {Gesture["act"]} [act] */
export function refuse(code, act) {
  sayRefused(words.refusal(code, act));
}

/** @param {string} sentence */
export function sayRefused(sentence) {
  interrupt(sentence);
  toast(sentence, "long");
}

/** Says why nothing was done, where nothing is wrong. @param {string} sentence */
export function remark(sentence) {
  say(sentence);
  toast(sentence, "short");
}

/** Says what was done, with a way back. @param {Done | null} done @param {string} sentence @param {Length} length */
export function tell(done, sentence, length) {
  if (!done) return;
  say(sentence);
  toast(sentence, length, wayBack(done));
}

/** An undo of this and of nothing else, also where the next is on its way already. @param {Done} done */
export function wayBack({ deed }) {
  return deed ? { label: words.undo, run: () => takeBack(deed), isUndo: true } : undefined;
}

/** Of tasks that are there already nothing is said. These answer as `perform` does. @param {string[]} ids @param {Place} place */
export async function move(ids, place) {
  if (ids.length === 0) return null;
  const done = await perform({ act: "move", ids, place });
  if (done?.undoable === false) return done;
  tell(done, words.movedTo(placeName(place), ids.length), ids.length > 1 ? "long" : "short");
  return done;
}

/** @param {string[]} ids */
export async function remove(ids) {
  if (ids.length === 0) return null;
  const done = await perform({ act: "delete", ids });
  tell(done, words.deleted(ids.length), ids.length > 1 ? "long" : "normal");
  if (done) afterwards("deleted", ids, done);
  return done;
}

/** @param {string[]} ids */
export async function restore(ids) {
  const done = await perform({ act: "restore", ids });
  tell(done, words.restored(ids.length), "normal");
}

/** @param {string[]} ids @param {Row["state"]} state */
export async function setState(ids, state) {
  if (ids.length === 0) return null;
  const before = outline.value?.counts.completedToday ?? 0;
  const doing = perform({ act: "edit", ids, fields: { state } });
  const told = nextOutline();
  const done = await doing;
  if (!done) return null;
  if (state === "completed") knock();
  if (state === "completed") afterwards("completed", ids, done);
  if (state === "completed") {
    // What is planned for another day counts there.
    const today = (await told)?.counts.completedToday ?? 0;
    say(words.completed(today > before ? today : 0));
  } else say(state === "active" ? words.started : words.reopened);
  return done;
}

/** The counts as they are after what is about to be done; those of now, where they stay. */
function nextOutline() {
  return new Promise((/** @type {(value: typeof outline.value) => void} */ answer) => {
    const before = outline.value;
    const stop = outline.watch((value) => value !== before && end());
    const timer = setTimeout(end, 500);
    function end() {
      clearTimeout(timer);
      // The signal may tell at once, before it has answered how to stop.
      queueMicrotask(() => stop());
      answer(outline.value);
    }
  });
}

/**
 * Puts tasks between two rows, and into another place where one is named.
 * @param {string[]} ids @param {string | null} above @param {string | null} below @param {Place} [place]
 */
export function arrange(ids, above, below, place) {
  return perform({ act: "arrange", ids, above, below, ...(place && { place }) });
}

/** @param {string[]} ids @param {TaskFields} fields */
export async function edit(ids, fields) {
  return await perform({ act: "edit", ids, fields });
}

/**
 * Not started, in progress, completed, and round again.
 * @param {Pick<Row, "state">} row @returns {Row["state"]}
 */
export function nextState({ state }) {
  if (state === "notStarted") return outline.value && (hasLists() || hasDayParts()) ? "completed" : "active";
  return state === "active" ? "completed" : "notStarted";
}

/** Where somebody plans with lists or parts of the day, a click on the circle completes, as other apps do. */
function hasLists() {
  return homes().length > 0;
}

export async function undo() {
  await again("undo", words.undone, words.nothingToUndo);
}

/** Takes back what was done here and is named. @param {string} deed */
export async function takeBack(deed) {
  await again("undo", words.undone, words.nothingToUndo, deed);
}

export async function redo() {
  await again("redo", words.redone, words.nothingToRedo);
}

/** @param {"undo" | "redo"} kind @param {string} sentence @param {string} nothing @param {string} [deed] */
async function again(kind, sentence, nothing, deed) {
  const before = sight();
  const answer = await keeper.again(kind, deed);
  count += 1;
  const isDone = answer.kind === "done";
  if (!isDone && !answer.code.startsWith("nothing_to_")) return refuse(answer.code);
  const seen = isDone ? sightChanged(before) : null;
  const told = isDone ? seen ?? sentence : nothing;
  say(told);
  const way = isDone && (kind === "undo" ? { label: words.redo, run: redo } : wayBack(answer));
  toast(told, seen ? "long" : "short", way || undefined);
}

/** What a place is called. @param {Place} place */
export function placeName(place) {
  if (place.kind === "date") return words.onDay(place.date, outline.value?.today ?? place.date);
  if (place.kind === "list") return listNamed(place.id)?.name ?? words.moveTo.noList;
  if (place.kind === "region") return words.dayParts.placeIn(place.region, place.bucket);
  return words.moveTo[place.kind];
}
