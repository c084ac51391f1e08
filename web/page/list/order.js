/**
 * The person's own order of rows, where a view has one.
 *
 * @import { Picture, Row, View } from "../../types/messages.js"
 * @import { Sheet } from "./sheet.js"
 */
import { filterOf } from "../desk.js";

/** Views by time have no order of the person's own, and filters say one. @param {View} view */
export function canArrange(view) {
  return filterOf(view) === null && ["inbox", "today", "upcoming", "list", "region", "backlog"].includes(view.kind);
}

/** Rows that stand in one order with a row, as far as they are known here. @param {Pick<Sheet, "view" | "picture">} list @param {Row} row */
export function peersOf({ view, picture }, row) {
  if (!picture) return [];
  return picture.rows.filter((other) => other.state === row.state && isTogether(view, picture, other, row));
}

/**
 * Whether rows stand under one heading.
 * @param {View} view @param {Picture} picture @param {Row} one @param {Row} other
 */
export function isTogether(view, picture, one, other) {
  if (view.kind === "upcoming") return one.date === other.date;
  if (view.kind === "region") return one.bucket === other.bucket;
  return view.kind !== "backlog" || ageOf(picture, one) === ageOf(picture, other);
}

/** Under which heading of the backlog a row stands. @param {Picture} picture @param {Row} row */
function ageOf({ rows, from, groups }, { id }) {
  const at = from + rows.findIndex((row) => row.id === id);
  return at < from ? undefined : groups.find(({ first, count }) => at >= first && at < first + count)?.age;
}
