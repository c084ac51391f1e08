/**
 * What a person has just done and the disk has not taken yet: lists show it in the next frame, as what is on its way, and
 * take it back where it is refused. A picture of the keeper shows nothing but what is kept, and comes before the answer;
 * so with the answer nothing of this is needed any more.
 *
 * @import { Gesture, Picture, Place, Row, View } from "../types/messages.js"
 */
import { Signal } from "./signal.js";

/** @typedef {Extract<Gesture, {act: "add"}>} Add */
/** @typedef {Extract<Gesture, {act: "edit"}>} Edit */

/** In their order. @type {Signal<Gesture[]>} */
export const unkept = new Signal(/** @type {Gesture[]} */ ([]));

/**
 * Asks for a gesture, and shows it until it is answered, as far as it can be foreseen. In the same breath it is shown
 * first, so that what is asked is said behind what there is to draw (mailbox.js).
 * @template Answer
 * @param {Gesture} gesture @param {() => Promise<Answer>} ask
 */
export async function untilKept(gesture, ask) {
  if (!canForesee(gesture)) return await ask();
  /** @type {Promise<Answer>} */
  let answer;
  try {
    try {
      unkept.value = [...unkept.value, gesture];
    } finally {
      // Whatever is wrong with showing it.
      answer = ask();
    }
    return await answer;
  } finally {
    unkept.value = unkept.value.filter((other) => other !== gesture);
  }
}

/**
 * New tasks that say no more than where they are, and states: what else a change brings about only the core knows.
 * @param {Gesture} gesture
 */
function canForesee(gesture) {
  if (gesture.act === "add") return gesture.ids !== undefined && !gesture.fields && !gesture.completed;
  return gesture.act === "edit" && Object.keys(gesture.fields).join() === "state";
}

/**
 * A picture with all that is on its way to the disk, and the rows that are; the same one where nothing is.
 * @param {View} view @param {Picture} picture @param {Gesture[]} gestures
 * @returns {{picture: Picture, ids: Set<string>}}
 */
export function foreseen(view, picture, gestures) {
  /** @type {Set<string>} */
  const ids = new Set();
  for (const gesture of gestures) {
    if (gesture.act === "add") picture = withNew(view, picture, gesture, ids);
    if (gesture.act === "edit") picture = withState(picture, gesture, ids);
  }
  return { picture, ids };
}

/**
 * New tasks stand behind the open ones. Where those are not known here, or stand in groups, their place is not.
 * @param {View} view @param {Picture} picture @param {Add} gesture @param {Set<string>} ids
 */
function withNew(view, picture, { titles, ids: names = [], notes, place }, ids) {
  const at = picture.open - picture.from;
  const isKnown = picture.groups.length === 0 && at >= 0 && at <= picture.rows.length;
  if (!isKnown || !stands(place, view)) return picture;
  const there = new Set(picture.rows.map(({ id }) => id));
  const rows = titles.map((title, index) => newRow(names[index], title, notes, place, picture.today))
    .filter(({ id }) => !there.has(id));
  if (rows.length === 0) return picture;
  for (const { id } of rows) ids.add(id);
  return {
    ...picture,
    total: picture.total + rows.length,
    open: picture.open + rows.length,
    rows: picture.rows.toSpliced(at, 0, ...rows),
  };
}

/** Where they stand, and how many are open, the keeper says. @param {Picture} picture @param {Edit} gesture @param {Set<string>} ids */
function withState(picture, gesture, ids) {
  const { state } = gesture.fields;
  const isMeant = (/** @type {Row} */ row) => row.state !== state && gesture.ids.includes(row.id);
  if (!state || !picture.rows.some(isMeant)) return picture;
  const rows = picture.rows.map((row) => {
    if (!isMeant(row)) return row;
    ids.add(row.id);
    return { ...row, state };
  });
  return { ...picture, rows };
}

/** Whether a view shows what is put into a place. @param {Place} place @param {View} view */
function stands(place, view) {
  if (place.kind === "list") return view.kind === "list" && view.id === place.id;
  return (place.kind === "today" || place.kind === "inbox") && view.kind === place.kind;
}

/**
 * @param {string} id @param {string} title @param {string | undefined} notes @param {Place} place @param {string} today
 * @returns {Row}
 */
function newRow(id, title, notes, place, today) {
  const day = place.kind === "today" ? today : null;
  return {
    id,
    title,
    hasNotes: Boolean(notes),
    state: "notStarted",
    scheduledDate: day,
    date: day,
    dueAt: null,
    isOverdue: false,
    reminderAt: null,
    listId: place.kind === "list" ? place.id : null,
    parentId: null,
    region: null,
    bucket: null,
    enteredBacklogAt: null,
    category: null,
    subtasks: null,
    completedAt: null,
    deletedAt: null,
    createdAt: "",
    priority: 0,
    tags: [],
    recurrence: null,
    carryCount: 0,
    sticky: false,
    autoCarry: false,
    unsent: true,
  };
}
