/**
 * The parts of the day: whether this browser shows them, what is in them, and why something has no room there.
 *
 * @import { Board, Bucket, DayRegion, Gesture, Place, Row } from "../types/messages.js"
 */
import { keeper, outline } from "./desk.js";
import { preferences } from "./preferences.js";
import { Signal } from "./signal.js";
import { words } from "./words/words.js";

export const regions = /** @type {DayRegion[]} */ (["morning", "afternoon", "evening"]);
/** The heaviest first. */
export const buckets = /** @type {Bucket[]} */ (["mustDo", "complementary", "misc"]);

/** Until somebody chooses, they are shown where the account has days that end in the backlog. */
export function hasDayParts() {
  return preferences.value.dayParts ?? outline.value?.settings.rollover === "backlog";
}

/** How many open tasks each bucket of a region takes. @returns {Record<Bucket, number>} */
export function regionLimits() {
  const limits = /** @type {Partial<Record<Bucket, number>>} */ (outline.value?.settings.regionLimits ?? {});
  return { mustDo: 1, complementary: 3, misc: 5, ...limits };
}

/** How many of these tasks would take a new place in a bucket of today. */
export function newcomers(
  /** @type {string[]} */ ids,
  /** @type {Row[]} */ rows,
  /** @type {DayRegion} */ region,
  /** @type {Bucket} */ bucket,
) {
  const today = outline.value?.today;
  return ids.filter((id) => {
    const row = rows.find((one) => one.id === id);
    if (row?.state === "completed") return false;
    return !(row && row.region === region && row.bucket === bucket && row.date === today);
  }).length;
}

/** Whether a bucket has no room for so many more tasks. */
export function isFull(
  /** @type {Board} */ board,
  /** @type {DayRegion} */ region,
  /** @type {Bucket} */ bucket,
  more = 1,
) {
  const fill = board.regions.find((cell) => cell.region === region)?.fills[bucket];
  return fill !== undefined && more > 0 && fill.open + more > fill.limit;
}

/** The board, where it is followed. @type {Signal<Board | null>} */
const followed = new Signal(/** @type {Board | null} */ (null));

/** Follows the board while the parts of the day are shown: a menu of them opens with the key that asks for it. */
export function followBoard() {
  let follows = false;
  const look = () => {
    if (follows === hasDayParts()) return;
    follows = !follows;
    if (!follows) {
      followed.value = null;
      return keeper.leave("followed");
    }
    keeper.look("followed", { kind: "board" }, 0, 1, ({ board, fromDisk }) => {
      if (board && !fromDisk) followed.value = board;
    });
  };
  outline.watch(look);
  preferences.watch(look);
}

/** Calls with the board as it is now: at once, where it is followed. @param {(board: Board) => void} then */
export function withBoard(then) {
  if (followed.value) return then(followed.value);
  keeper.look("room", { kind: "board" }, 0, 1, ({ board, fromDisk }) => {
    if (!board || fromDisk) return;
    keeper.leave("room");
    then(board);
  });
}

/** Why a place that has no room has none. @param {Place | DayRegion | "backlog"} place */
export function fullSentence(place) {
  const region = typeof place === "string" ? place : place.kind === "region" ? place.region : place.kind;
  if (region === "backlog") return words.dayParts.backlogFull(Number(outline.value?.settings.backlogLimit ?? 0));
  return Object.hasOwn(words.dayParts.regions, region)
    ? words.dayParts.regionFull(/** @type {DayRegion} */ (region), regionLimits())
    : null;
}

/** Where a gesture wanted to put tasks that found no room there; `rows` are those that are known here. */
export function wantedRegion(/** @type {Gesture} */ gesture, /** @type {Row[]} */ rows) {
  // Plain words name a part of the day wherever the task is written down.
  const named = gesture.act === "edit" || gesture.act === "add" ? gesture.fields?.region : null;
  if (named) return named;
  if ("place" in gesture && gesture.place?.kind === "region") return gesture.place.region;
  if ("place" in gesture && gesture.place?.kind === "backlog") return "backlog";
  return ("ids" in gesture && rows.find(({ id }) => gesture.ids?.includes(id))?.region) ?? null;
}
