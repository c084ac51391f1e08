/**
 * When somebody was last here, by the account's days, so that who comes back after a while is led to what happened
 * meanwhile: on that day, until they say that they know, and only in this browser.
 */
import { daysBetween } from "./dates.js";
import { outline } from "./desk.js";
import { prefer, preferences } from "./preferences.js";

/** Whoever was away for so many days comes back. */
const away = 5;

/** Notices each day on which the app is looked at. */
export function followVisits() {
  outline.watch((value) => {
    if (!value || value.fromDisk) return;
    const changes = visited(preferences.value, value.today);
    if (changes) prefer(changes);
  });
}

/** @param {{seenOn: string}} before @param {string} today */
export function visited({ seenOn }, today) {
  if (seenOn === today) return null;
  const isBack = seenOn !== "" && daysBetween(seenOn, today) >= away;
  return { seenOn: today, ...(isBack && { backOn: today }) };
}

/** Whether today is the day of a return that nothing more was said of yet. */
export function isBack() {
  return preferences.value.backOn !== "" && preferences.value.backOn === outline.value?.today;
}

export function endReturn() {
  prefer({ backOn: "" });
}
