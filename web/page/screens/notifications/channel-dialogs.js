/**
 * What is asked about a channel: its address where it is added, what it is told of, and since when changes are told again.
 *
 * @import { Channel } from "../../reminders/channels.js"
 */
import { say } from "../../announce.js";
import { refuse, remark } from "../../deeds.js";
import { instantIn } from "../../dates.js";
import { keeper, outline } from "../../desk.js";
import { openDialog } from "../../dialogs/dialog.js";
import { editText } from "../../dialogs/edit-text.js";
import { element } from "../../element.js";
import { form } from "../../parts/form.js";
import { members, wishes } from "../../reminders/channels.js";
import { language } from "../../words/language.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const { notifications: w } = later.notifications;

/** Answers whether there is another channel now. @param {import("../../reminders/channels.js").Addable} kind */
export async function addChannel(kind) {
  /** @type {Channel | null} */
  let added = null;
  const fields = members[kind].map((member) => {
    const [name, isOptional] = [member.replace("?", ""), member.endsWith("?")];
    const label = isOptional ? `${w.members[name]}, ${w.optional}` : w.members[name];
    const inputmode = name === "url" || name === "endpoint" ? "url" : name === "email" ? "email" : undefined;
    return { name, label, optional: isOptional, inputmode };
  });
  const more = kind === "webhook"
    ? [{ name: "changes", label: w.changesToo, more: w.changesMore, type: "checkbox" }]
    : [];
  await openDialog(w.kinds[kind], (close) => {
    const asked = form(
      [...fields, { name: "name", label: w.name, value: w.kinds[kind] }, ...more],
      w.adding,
      async ({ name, changes, ...told }) => {
        const address = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== ""));
        const wants = changes ? { wants: [...wishes, "changes"] } : {};
        const answer = await keeper.server("addChannel", { kind, name, language, address, ...wants });
        if (answer.kind === "refused") return misread(answer);
        added = /** @type {Channel} */ (/** @type {unknown} */ (answer.with));
        close();
        return null;
      },
      [element("button", { class: "soft", onclick: () => close() }, words.cancel)],
    );
    queueMicrotask(() => asked.focus());
    return [element("p", {}, w.how[kind]), asked.node];
  });
  if (!added) return false;
  const { name, secret, address } = /** @type {Channel} */ (added);
  if (secret) await showSecret(name, secret);
  else remark(kind === "email" ? w.confirm(address.email ?? name) : w.added);
  return true;
}

/** A value that is none of its kind: the server names the member. @param {{code: string, field?: string}} refused */
function misread({ code, field }) {
  if (!field?.startsWith("address.")) return { code, field };
  return { code: "channel_address", field: field.slice("address.".length) };
}

/** @param {string} name @param {string} secret */
export async function showSecret(name, secret) {
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    say(w.copied);
  };
  await openDialog(w.secret, (close) => [
    element("p", {}, `${name}. ${w.secretMore}`),
    element("p", { class: "secret" }, secret),
    element(
      "div",
      { class: "answers" },
      navigator.clipboard ? element("button", { class: "soft", onclick: copy }, w.copy) : null,
      element("button", { class: "strong", autofocus: true, onclick: () => close() }, w.kept),
    ),
  ]);
}

/** What it is told of from now on; null where that stays. @param {Channel} channel */
export async function chooseWishes({ kind, name, wants }) {
  /** @type {string[] | null} */
  let chosen = null;
  const all = kind === "webhook" ? [...wishes, "changes"] : wishes;
  await openDialog(name, (close) => [
    form(
      all.map((wish) => ({ name: wish, label: w.wishes[wish], type: "checkbox", checked: wants.includes(wish) })),
      words.save,
      (values) => {
        chosen = all.filter((wish) => values[wish]);
        close();
        return Promise.resolve(null);
      },
      [element("button", { class: "soft", onclick: () => close() }, words.cancel)],
    ).node,
  ]);
  return chosen;
}

/** @param {Channel} channel */
export async function replay({ id, changes }) {
  const text = await editText(w.replay, w.replaySince, String(changes?.revision ?? 0));
  if (!text) return;
  const [date, time = "00:00"] = text.split(/[ T]/);
  const zone = String(outline.value?.settings.timeZone ?? "UTC");
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && /^\d\d:\d\d$/.test(time) && !Number.isNaN(Date.parse(date));
  const since = /^\d+$/.test(text) ? Number(text) : isDate ? instantIn(date, time, zone) : null;
  if (since === null) return refuse("invalid_fields");
  const answer = await keeper.server("replayChannel", { channel: id, since });
  if (answer.kind === "refused") refuse(answer.code);
  else say(words.saved);
}
