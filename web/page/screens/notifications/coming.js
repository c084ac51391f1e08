/** Which reminders come next, as the server says. */
import { keeper, outline } from "../../desk.js";
import { element } from "../../element.js";
import { group } from "../../parts/page.js";
import { openTask } from "../../parts/pane.js";
import { momentName } from "../../words/forms.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const { notifications: w } = later.notifications;

/** @typedef {{taskId: string, title: string, dueAt: string}} Coming */

const most = 10;

/** @returns {Promise<Coming[] | {code: string}>} */
export async function askComing() {
  const answer = await keeper.server("nextReminders", { limit: most });
  if (answer.kind === "refused") return answer.code === "alone" ? [] : answer;
  return /** @type {Coming[]} */ (answer.with?.reminders ?? []);
}

/** @param {Coming[] | {code: string} | null} coming  null while the server is asked */
export function comingGroup(coming) {
  if (coming === null) return group(w.next, [sentence(w.asking)]);
  if ("code" in coming) return group(w.next, [sentence(words.refusal(coming.code))]);
  return group(w.next, coming.length > 0 ? coming.map(line) : [sentence(w.nothingNext)]);
}

/** @param {Coming} coming */
function line({ taskId, title, dueAt }) {
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  return element(
    "button",
    { key: taskId, class: "coming", onclick: () => openTask(taskId) },
    element("span", { dir: "auto" }, title),
    element("small", {}, momentName(dueAt, outline.value?.today ?? "", zone)),
  );
}

/** @param {string} text */
function sentence(text) {
  return element("p", { class: "padded" }, text);
}
