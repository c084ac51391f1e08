/**
 * What was told over a channel, the newest first.
 *
 * @import { Channel, Delivery } from "../../reminders/channels.js"
 */
import { keeper, outline } from "../../desk.js";
import { openDialog } from "../../dialogs/dialog.js";
import { element, fill } from "../../element.js";
import { openTask } from "../../parts/pane.js";
import { duration, momentName } from "../../words/forms.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const { notifications: w } = later.notifications;

const rowsAtOnce = 50;

/** @param {Channel} channel */
export function showLog({ id, name }) {
  const list = element("ul", { class: "deliveries", tabindex: 0, "aria-label": w.logOf(name) });
  const foot = element("p", { role: "status" }, w.asking);
  openDialog(w.logOf(name), (close) => {
    const more = async (/** @type {string | undefined} */ cursor) => {
      const answer = await keeper.server("deliveries", { channel: id, limit: rowsAtOnce, cursor });
      if (answer.kind === "refused") return fill(foot, words.refusal(answer.code));
      const deliveries = /** @type {Delivery[]} */ (answer.with?.deliveries ?? []);
      const next = answer.with?.nextCursor;
      list.append(...deliveries.map((delivery) => line(delivery, close)));
      fill(
        foot,
        list.childElementCount === 0 && w.nothingTold,
        typeof next === "string" && element("button", { class: "soft", onclick: () => more(next) }, w.older),
      );
    };
    more(undefined);
    return [
      list,
      foot,
      element(
        "div",
        { class: "answers" },
        element("button", { class: "strong", autofocus: true, onclick: () => close() }, words.close),
      ),
    ];
  });
}

/** How late something arrived, where anybody could notice. @param {number | null} milliseconds */
export function lateness(milliseconds) {
  const seconds = Math.floor((milliseconds ?? 0) / 1000);
  return seconds > 0 && w.late(duration(seconds));
}

/** @param {Delivery} delivery @param {() => void} close */
function line({ subject, taskId, state, attempts, at, dueAt, lateMilliseconds, reason }, close) {
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  const about = [
    momentName(at ?? dueAt, outline.value?.today ?? "", zone),
    state === "delivered" && lateness(lateMilliseconds),
    attempts > 1 && w.attempts(attempts),
    reason && (w.reasons[reason] ?? reason),
  ];
  const open = () => {
    close();
    if (taskId) openTask(taskId);
  };
  return element(
    "li",
    {},
    taskId
      ? element("button", {
        class: "way",
        "aria-label": `${w.subjects[subject] ?? subject}, ${w.openTask}`,
        onclick: open,
      }, w.subjects[subject] ?? subject)
      : element("span", {}, w.subjects[subject] ?? subject),
    element("span", { class: state }, w.states[state]),
    element("small", {}, about.filter(Boolean).join(", ")),
  );
}
