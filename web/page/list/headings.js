/**
 * What stands above a group of rows: a day; a part of the day's bucket, with how much of it is taken up; or how long
 * tasks have been in the backlog, which folds them away.
 *
 * @import { Group, View } from "../../types/messages.js"
 */
import { outline } from "../desk.js";
import { dress, element, fill } from "../element.js";
import { icon } from "../parts/icons.js";
import { dayHeading, number } from "../words/forms.js";
import { words } from "../words/words.js";
import { nameOf } from "./plan.js";

const w = words.dayParts;

/** @typedef {{view: View, groups: Group[], isFolded: boolean, fold: (name: string) => void}} Around */

/** @type {WeakMap<HTMLElement, string>} */
const shown = new WeakMap();

/** The name of a group, and what stands beside it. @param {Group} group */
export function headingWords({ date, bucket, age, count, open = 0, limit = 0 }) {
  if (bucket) return { name: w.buckets[bucket], beside: w.fill(open, limit) };
  if (age) return { name: w.ages[age], beside: number(count) };
  return dayHeading(date ?? "", outline.value?.today ?? "");
}

/** @param {Group} group @param {HTMLElement | null} before @param {Around} around */
export function drawHeading(group, before, around) {
  if (group.date) return dayNode(group.date, before);
  const node = before ?? element("div", { class: "heading" });
  const text = JSON.stringify([group, around.isFolded, isReady(group, around.groups)]);
  if (shown.get(node) === text) return node;
  shown.set(node, text);
  if (group.bucket) drawBucket(node, group, around);
  else drawAge(node, group, around);
  return node;
}

/** What a day is called is another thing as soon as it is known which day it is, and when that turns. */
function dayNode(/** @type {string} */ date, /** @type {HTMLElement | null} */ before) {
  const node = before ?? element("h2", { class: "heading", data: { date } });
  const { name, beside } = headingWords({ date, first: 0, count: 0 });
  if (shown.get(node) !== name + beside) fill(node, name, element("span", {}, beside));
  shown.set(node, name + beside);
  return node;
}

/** @param {HTMLElement} node @param {Group} group @param {Around} around */
function drawBucket(node, group, { view, groups }) {
  const { bucket, count, open = 0, limit = 0, locked } = group;
  if (view.kind !== "region" || !bucket) return;
  const { name, beside } = headingWords(group);
  node.classList.toggle("locked", locked === true);
  node.classList.toggle("ready", isReady(group, groups));
  dress(node, { data: { drop: `region:${view.region}:${bucket}` } });
  dress(node, { "data-full": open >= limit });
  const taken = element("span", { class: open >= limit ? "fill taken" : "fill" }, [
    element("span", { "aria-hidden": "true" }, beside),
    element("span", { class: "unseen" }, w.fillSaid(open, limit)),
  ]);
  const lines = [locked && element("p", { class: "locked-line" }, icon("lock", "small"), w.locked)];
  if (count === 0) lines.push(element("p", { class: "empty-line" }, w.emptyBuckets[bucket]));
  fill(node, element("h2", {}, name), taken, ...lines);
}

/** @param {HTMLElement} node @param {Group} group @param {Around} around */
function drawAge(node, group, { isFolded, fold }) {
  const { name, beside } = headingWords(group);
  const had = node.contains(document.activeElement);
  const button = element(
    "button",
    { class: "fold", "aria-expanded": String(!isFolded), onclick: () => fold(nameOf(group)) },
    icon("forward", "small"),
    name,
    element("span", {}, beside),
  );
  fill(node, element("h2", {}, button));
  if (had) button.focus({ preventScroll: true });
}

/** What comes after the must-do lights up when that is done. @param {Group} group @param {Group[]} groups */
function isReady({ bucket }, groups) {
  const first = groups.find((group) => group.bucket === "mustDo");
  return bucket === "complementary" && first !== undefined && first.count > 0 && first.open === 0;
}
