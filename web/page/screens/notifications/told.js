/** What is told beside reminders of tasks, and when not: the account's settings. */
import { perform } from "../../deeds.js";
import { element } from "../../element.js";
import { check, group, setting } from "../../parts/page.js";
import { later } from "../../words/later.js";

const { notifications: w } = later.notifications;

/** @typedef {Record<string, unknown>} Settings */

/** What a time is at first. */
const usual = { reviewTime: "18:00", morningTime: "08:00", quietFrom: "22:00", quietUntil: "07:00" };

/** @param {Settings | undefined} settings */
export function toldGroup(settings) {
  if (!settings) return null;
  return group(w.told, [
    timed(settings, "reviewTime"),
    timed(settings, "morningTime"),
    switched(settings, "weeklyReview"),
    switched(settings, "regionNudges"),
    switched(settings, "overdueAlerts"),
    quiet(settings),
    switched(settings, "privateReminders"),
  ], w.everywhere);
}

/** @param {Settings} fields */
function keep(fields) {
  return perform({ act: "settings", fields });
}

/** @param {Settings} settings @param {"weeklyReview" | "regionNudges" | "overdueAlerts" | "privateReminders"} name */
function switched(settings, name) {
  return setting(w[name], check(settings[name] === true, (on) => keep({ [name]: on })), w[`${name}More`]);
}

/** @param {Settings} settings @param {"reviewTime" | "morningTime"} name */
function timed(settings, name) {
  const time = typeof settings[name] === "string" ? settings[name] : null;
  const box = check(time !== null, (on) => keep({ [name]: on ? usual[name] : null }));
  box.setAttribute("aria-label", w[name]);
  const clock = time !== null && clockOf(w.timeOf(w[name]), time, (value) => keep({ [name]: value }));
  return setting(w[name], switchWith(box, clock), w[`${name}More`]);
}

/** They take effect with both times. @param {Settings} settings */
function quiet({ quietFrom, quietUntil }) {
  const [from, until] = [quietFrom, quietUntil].map((time) => typeof time === "string" ? time : null);
  const isOn = from !== null && until !== null;
  const none = { quietFrom: null, quietUntil: null };
  const first = { quietFrom: usual.quietFrom, quietUntil: usual.quietUntil };
  const box = check(isOn, (on) => keep(on ? first : none));
  box.setAttribute("aria-label", w.quiet);
  const clocks = isOn
    ? [
      element("label", {}, w.from, clockOf(`${w.quiet}: ${w.from}`, from, (value) => keep({ quietFrom: value }))),
      element("label", {}, w.until, clockOf(`${w.quiet}: ${w.until}`, until, (value) => keep({ quietUntil: value }))),
    ]
    : [];
  return setting(w.quiet, switchWith(box, ...clocks), w.quietMore);
}

/** @param {HTMLElement} box @param {...(HTMLElement | false)} clocks  that are there while it is on */
function switchWith(box, ...clocks) {
  const isOn = clocks.some((clock) => clock);
  return element("div", { class: "times" }, box, isOn && element("div", { class: "clocks" }, clocks));
}

/** @param {string} label @param {string} value @param {(time: string) => void} chosen */
function clockOf(label, value, chosen) {
  const onchange = (/** @type {Event} */ { currentTarget }) => {
    const { value } = /** @type {HTMLInputElement} */ (currentTarget);
    if (value) chosen(value);
  };
  return element("input", { type: "time", class: "time", "aria-label": label, value, onchange });
}
