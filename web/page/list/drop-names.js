/**
 * What places are called where things are dropped on them (`data-drop`): `today`, `list:ID`, `date:2026-11-24`,
 * `region:morning` or `region:morning:mustDo`. The `board` and the `calendar` only open, with its
 * days too: `calendar:month:2026-12-01`.
 *
 * @import { Bucket, DayRegion, Place } from "../../types/messages.js"
 * @import { Address } from "../router.js"
 */

/**
 * The place of a name; null for what takes no tasks itself and only opens, undefined for no name.
 * @returns {Place | null | undefined}
 */
export function placeNamed(/** @type {string} */ drop) {
  const [kind, name, more] = drop.split(":");
  if (drop === "inbox" || drop === "today" || drop === "backlog") return { kind: drop };
  if (drop === "upcoming") return { kind: "tomorrow" };
  if (drop === "board" || kind === "calendar") return null;
  if (kind === "list") return { kind, id: name };
  if (kind === "date") return { kind, date: name };
  if (kind !== "region") return undefined;
  return { kind, region: /** @type {DayRegion} */ (name), ...(more && { bucket: /** @type {Bucket} */ (more) }) };
}

/** The name of a place. @param {Place} place */
export function dropNameOf(place) {
  if (place.kind === "tomorrow") return "upcoming";
  if (place.kind === "date") return `date:${place.date}`;
  if (place.kind === "list") return `list:${place.id}`;
  if (place.kind === "region") return ["region", place.region, ...(place.bucket ? [place.bucket] : [])].join(":");
  return place.kind;
}

/**
 * The screen that opens while a drag rests on a place; null for places without one of their own.
 * @returns {Address | null}
 */
export function screenOf(/** @type {string} */ drop) {
  if (drop === "board") return { screen: "board" };
  if (drop.startsWith("calendar")) return calendarNamed(drop);
  if (drop === "inbox" || drop === "today" || drop === "upcoming" || drop === "backlog") {
    return { screen: "view", view: { kind: drop } };
  }
  const place = placeNamed(drop);
  if (place?.kind !== "region" || place.bucket) return null;
  return { screen: "view", view: { kind: "region", region: place.region } };
}

/** @param {string} drop @returns {Address} */
function calendarNamed(drop) {
  const [, span, date] = drop.split(":");
  if (span !== "month" && span !== "week") return { screen: "calendar" };
  return { screen: "calendar", span, date };
}
