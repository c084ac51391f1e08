/**
 * What a ring says.
 *
 * @import { Ring } from "../../types/messages.js"
 */
import { outline } from "../desk.js";
import { momentName } from "../words/forms.js";
import { words } from "../words/words.js";

/** @param {Ring} ring */
export function titleOf({ title }) {
  return title ?? words.reminder.untold;
}

/** @param {Ring} ring */
export function bodyOf({ body, dueAt }) {
  if (body !== undefined || !dueAt) return body ?? "";
  return words.due(momentName(dueAt, outline.value?.today ?? "", String(outline.value?.settings.timeZone ?? "UTC")));
}
