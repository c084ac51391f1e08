/** What a person chose for this browser alone: how things look and feel here. Never anything about tasks. */
import { Signal } from "./signal.js";

/**
 * @typedef {object} Preferences
 * @property {"system" | "light" | "dark"} theme
 * @property {"system" | "en" | "de"} language
 * @property {"small" | "normal" | "large" | "larger"} text
 * @property {"system" | "always"} calm  whether things hold still
 * @property {boolean} singleKeys
 * @property {"open" | "state"} click  what a click on a task does
 * @property {"normal" | "long" | "stay"} messages  how long messages stay
 * @property {"today" | "inbox" | "upcoming" | "board" | "backlog"} start
 * @property {import("./calendar/spans.js").Span} calendar  what the calendar shows first
 * @property {import("./screens/history/visit.js").Visit | null} historyVisit  since when somebody was away
 * @property {boolean | null} dayParts  whether the board and the backlog are shown; null until somebody chose
 * @property {"unasked" | "asked" | "on" | "off"} notify  whether this browser shows notifications
 * @property {string} notifyDevice  what this device is called in the account that tells it, and over which kind of channel
 * @property {"" | "live" | "webPush"} notifyKind
 * @property {boolean} firstMinute  what is said after the first task was said
 * @property {string} [notifyLanguage]  in which language that account tells it
 * @property {string} seenOn  the day on which the app was last looked at here
 * @property {string} backOn  the day of a return after some time, until that was taken note of
 * @property {number} inboxLater  nothing is said of a full Inbox until then, in milliseconds since 1970
 * @property {number} todayLater  and of a full day
 * @property {number} faults  errors of the app in this browser, of which the last was at `faultAt`, in milliseconds since 1970
 * @property {number} faultAt
 * @property {number} signInLater  nothing is said of a sign-in until then, in milliseconds since 1970
 */

/** @type {Preferences} */
const first = {
  theme: "system",
  language: "system",
  text: "normal",
  calm: "system",
  singleKeys: true,
  click: "open",
  messages: "normal",
  start: "today",
  calendar: "month",
  dayParts: null,
  notify: "unasked",
  notifyDevice: "",
  notifyKind: "",
  firstMinute: false,
  faults: 0,
  faultAt: 0,
  signInLater: 0,
  inboxLater: 0,
  todayLater: 0,
  seenOn: "",
  backOn: "",
  historyVisit: null,
};
const place = "daybook-preferences";

/** @type {Signal<Preferences>} */
export const preferences = new Signal(read());

/** @param {Partial<Preferences>} changes */
export function prefer(changes) {
  preferences.value = { ...preferences.value, ...changes };
  try {
    localStorage.setItem(place, JSON.stringify(preferences.value));
  } catch {
    // A browser that keeps nothing still shows what was chosen, until it is closed.
  }
}

/** Whether nothing may move. */
export function isCalm() {
  return preferences.value.calm === "always" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Puts the choices onto the document, now and whenever they change, here or in another tab. */
export function wear() {
  addEventListener("storage", (event) => {
    if (/** @type {StorageEvent} */ (event).key === place) preferences.value = read();
  });
  preferences.watch(({ theme, text, calm }) => {
    const { classList } = document.documentElement;
    for (const name of [...classList]) if (/^(theme|text|calm)-/.test(name)) classList.remove(name);
    classList.add(`theme-${theme}`, `text-${text}`, `calm-${calm}`);
  });
}

/** @returns {Preferences} */
function read() {
  try {
    return { ...first, ...JSON.parse(localStorage.getItem(place) ?? "{}") };
  } catch {
    return first;
  }
}
