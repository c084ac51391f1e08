/**
 * What lies under the pointer: a place that takes tasks (a view, a list, a day, a part of the day), one that only leads
 * to such, or a gap between two rows.
 *
 * @import { Place, Row, View } from "../../types/messages.js"
 * @import { List } from "./list.js"
 */
import { placeName } from "../deeds.js";
import { outline } from "../desk.js";
import { placeNamed } from "./drop-names.js";
import { canArrange, isTogether } from "./order.js";

/**
 * @typedef {object} OnPlace
 * @property {"place"} kind
 * @property {HTMLElement} node
 * @property {Place | null} place  null where it only opens
 * @property {boolean} isFull  it has no room for what is dragged
 * @property {boolean} isOver  a day on which nothing can be done any more
 * @typedef {object} InGap
 * @property {"gap"} kind
 * @property {null} node
 * @property {number} top  of the line in the list
 * @property {number} [offset]  the same among its rows
 * @property {string | null} above
 * @property {string | null} below
 * @property {Place} [place]  where another view, day or bucket begins with it
 * @property {string} name  of that place
 * @property {number} position
 * @property {number} total
 * @typedef {OnPlace | InGap} Target
 */

/**
 * @param {number} x @param {number} y @param {List | null} list @param {Row} row  that is dragged first
 * @param {string[]} ids @returns {Target | null}
 */
export function targetAt(x, y, list, row, ids) {
  const under = document.elementFromPoint(x, y);
  const node = under?.closest("[data-drop], .heading[data-date]");
  if (node instanceof HTMLElement) {
    const place = placeNamed(node.dataset.drop ?? `date:${node.dataset.date}`);
    if (place === undefined || place?.kind === "date" && ids.length === 1 && place.date === row.scheduledDate) {
      return null;
    }
    const isFull = "full" in node.dataset && needsRoom(row, place);
    return { kind: "place", node, place, isFull, isOver: isOver(row, place) };
  }
  if (!list || !canArrange(list.view) || !under?.closest(".scroller")) return null;
  return gapAt(y, list, row, ids);
}

/**
 * Nothing is planned for a day before today; what is done may have been done then.
 * @param {Row} row @param {Place | null} place
 */
function isOver({ state }, place) {
  return place?.kind === "date" && state !== "completed" && place.date < (outline.value?.today ?? "");
}

/** Whether a task would take a new place there. @param {Row} row @param {Place | null} place */
function needsRoom({ state, region, bucket }, place) {
  if (state === "completed") return false;
  if (place?.kind === "backlog") return region !== "backlog";
  return place?.kind === "region" && !(region === place.region && bucket === (place.bucket ?? "misc"));
}

/** The gap nearest to the pointer among rows of the same state. */
function gapAt(
  /** @type {number} */ y,
  /** @type {List} */ list,
  /** @type {Row} */ row,
  /** @type {string[]} */ ids,
) {
  const offset = y - list.rows.getBoundingClientRect().top;
  const { picture } = list;
  const state = row.state;
  if (!picture) return null;
  const laid = list.window.layout().flatMap(({ entry, top, height }) => {
    const other = "row" in entry ? list.window.rowAt(entry.row) : null;
    return other ? [{ other, index: "row" in entry ? entry.row : 0, top, height }] : [];
  });
  const isIn = (/** @type {Row} */ other) => list.view.kind !== "backlog" || isTogether(list.view, picture, other, row);
  const peers = laid.filter(({ other }) => other.state === state && !ids.includes(other.id) && isIn(other));
  if (peers.length === 0) return isHome(list, row) ? null : gapInEmpty(list, offset);
  const near = peers.reduce((best, one) => distance(one, offset) < distance(best, offset) ? one : best);
  const isBelow = offset > near.top + near.height / 2;
  const at = peers.indexOf(near);
  const other = peers[isBelow ? at + 1 : at - 1]?.other ?? null;
  const beside = other && isTogether(list.view, picture, other, near.other) ? other.id : null;
  const place = placeOf(list.view, near.other, row);
  return /** @type {InGap} */ ({
    kind: "gap",
    node: null,
    top: near.top + (isBelow ? near.height : 0) + list.rows.offsetTop,
    offset: near.top + (isBelow ? near.height : 0),
    above: isBelow ? near.other.id : beside,
    below: isBelow ? beside : near.other.id,
    name: place ? placeName(place) : "",
    position: at + (isBelow ? 2 : 1),
    total: peers.length + 1,
    ...(place && { place }),
  });
}

/** @param {{top: number, height: number}} one @param {number} offset */
function distance({ top, height }, offset) {
  return Math.max(0, top - offset, offset - top - height);
}

/** @param {List} list @param {Row} row */
function isHome(list, row) {
  return placeOf(list.view, null, row) === undefined;
}

/** @param {List} list @param {number} offset @returns {InGap | null} */
function gapInEmpty(list, offset) {
  const place = placeOf(list.view, null, null);
  if (!place || offset < -80) return null;
  const top = list.rows.offsetTop;
  return {
    kind: "gap",
    node: null,
    top,
    above: null,
    below: null,
    place,
    name: placeName(place),
    position: 1,
    total: 1,
  };
}

/** Where a row goes that is dropped into a view; undefined where it is there already. */
function placeOf(/** @type {View} */ view, /** @type {Row | null} */ near, /** @type {Row | null} */ row) {
  const today = outline.value?.today;
  /** @type {Place | undefined} */
  let place;
  if (view.kind === "today" && row?.date !== today) place = { kind: "today" };
  if (view.kind === "inbox" && outline.value?.settings.inboxRule === "unscheduled" && row?.scheduledDate !== null) {
    place = { kind: "inbox" };
  }
  if (view.kind === "list" && row?.listId !== view.id) place = { kind: "list", id: view.id };
  if (view.kind === "backlog" && row?.region !== "backlog") place = { kind: "backlog" };
  if (view.kind === "region") {
    const bucket = near?.bucket ?? "misc";
    const isHere = row?.region === view.region && (!near || row.bucket === bucket) &&
      (row.date === today || row.sticky);
    if (!isHere) place = { kind: "region", region: view.region, bucket };
  }
  if (view.kind === "upcoming" && near?.date && near.date !== row?.date) {
    place = { kind: "date", date: near.date };
  }
  if (view.kind === "upcoming" && !near && !(row?.date && today && row.date > today)) {
    place = { kind: "tomorrow" };
  }
  return place;
}
