/**
 * The person's own order of rows, where a view has one.
 *
 * @import { Row, View } from "../../types/messages.js"
 * @import { List } from "./list.js"
 */
import { filterOf } from "../desk.js";

/** Views by time have no order of the person's own, and filters say one. @param {View} view */
export function canArrange(view) {
  return filterOf(view) === null && ["inbox", "today", "upcoming", "list"].includes(view.kind);
}

/** Rows that stand in one order with a row, as far as they are known here. @param {List} list @param {Row} row */
export function peersOf({ view, picture }, row) {
  const isPeer = (/** @type {Row} */ other) =>
    other.state === row.state && (view.kind !== "upcoming" || other.date === row.date);
  return picture?.rows.filter(isPeer) ?? [];
}
