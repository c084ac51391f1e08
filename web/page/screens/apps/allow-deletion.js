/**
 * A calendar app that deletes most of the account is stopped by the server. Its owner, who knows that it is meant, lets it
 * go on for an hour.
 */
import { refuse, remark } from "../../deeds.js";
import { keeper, outline } from "../../desk.js";
import { askKeptDays } from "../../kept-days.js";
import { ask } from "../../dialogs/question.js";
import { timeOf } from "../../words/forms.js";
import { later } from "../../words/later.js";

const { calendarApps: w } = later.apps;

/** @param {import("./tokens.js").Token} token @returns {import("../../parts/menu.js").MenuItem} */
export function allowDeletion({ label, device }) {
  return { label: w.allow, icon: "deleted", run: () => allow(device.id, label ?? "") };
}

/** @param {string} device @param {string} name */
async function allow(device, name) {
  const kept = await askKeptDays();
  if (!await ask({ ...w.allowQuestion(name, kept?.deleted), danger: true })) return;
  const answer = await keeper.server("allowDeletion", { device });
  if (answer.kind === "refused") return refuse(answer.code);
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  remark(w.allowed(name, timeOf(String(answer.with?.allowedUntil), zone)));
}
