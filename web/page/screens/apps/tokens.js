/** Programs that speak with the server themselves, each with a token of its own. */
import { say } from "../../announce.js";
import { refuse } from "../../deeds.js";
import { keeper } from "../../desk.js";
import { makeNamed } from "../../dialogs/make.js";
import { ask } from "../../dialogs/question.js";
import { showOnce } from "../../dialogs/shown-once.js";
import { element, fill } from "../../element.js";
import { accessLine, dayOf } from "../../parts/access-line.js";
import { icon } from "../../parts/icons.js";
import { group, select, setting } from "../../parts/page.js";
import { go } from "../../router.js";
import { ago } from "../../words/forms.js";
import { later } from "../../words/later.js";
import { words } from "../../words/words.js";

const { apps, tokens: w } = later.apps;

/**
 * @typedef {object} Token
 * @property {string} id @property {string | null} label @property {"full" | "read" | "capture" | "caldav" | "agent" | "agent_read"} scope
 * @property {string} createdAt @property {string} lastUsedAt @property {string | null} expiresAt
 * @property {{id: string}} device
 */

/** Those that change nothing, so that nobody asks what they changed. */
const onlyRead = ["read", "agent_read"];

/** @param {Token[]} tokens @param {() => void} again */
export function tokensGroup(tokens, again) {
  return group(w.title, [
    element("p", { class: "padded" }, w.more),
    tokens.length === 0 && element("p", { class: "padded" }, w.none),
    ...tokens.map((token) => tokenLine(token, again, "keys", [w.may[token.scope] ?? token.scope])),
    addLine(w.add, () => add(again)),
  ]);
}

/** @param {string} label @param {() => void} run */
export function addLine(label, run) {
  return element("button", { class: "link-line", onclick: run }, icon("plus", "plus"), element("span", {}, label));
}

/**
 * @param {Token} token @param {() => void} again @param {string} drawn @param {string[]} facts
 * @param {import("../../parts/menu.js").MenuItem[]} [ways]  what else can be done with it
 */
export function tokenLine(token, again, drawn, facts, ways = []) {
  const name = token.label ?? "";
  const used = token.lastUsedAt > token.createdAt
    ? apps.used(ago(Date.parse(token.lastUsedAt), Date.now()))
    : apps.unused;
  const { expiresAt } = token;
  const ends = expiresAt && (Date.parse(expiresAt) < Date.now() ? w.over : w.until(dayOf(expiresAt)));
  const all = [...facts, used, apps.since(dayOf(token.createdAt)), ...(ends ? [ends] : [])];
  return accessLine(drawn, name, all, apps.more(name), [
    ...ways,
    !onlyRead.includes(token.scope) &&
    { label: words.devices.changes, icon: "past", run: () => go({ screen: "history", device: token.device.id }) },
    { label: apps.revoke, icon: "close", kind: "danger", run: () => revoke(token.id, name, again) },
  ]);
}

/** @param {string} token @param {string} name @param {() => void} again */
async function revoke(token, name, again) {
  if (!await ask({ ...apps.revokeQuestion(name), danger: true })) return;
  const answer = await keeper.server("revokeToken", { token });
  if (answer.kind === "refused") return refuse(answer.code);
  say(apps.revoked(name));
  again();
}

/** @param {() => void} again */
async function add(again) {
  let [scope, days] = ["capture", ""];
  const warning = element("p", { class: "note", role: "status" });
  const offered = ["capture", "read", "agent_read", "agent", "full"];
  const scopes = offered.map((one) => /** @type {[string, string]} */ ([one, w.scopes[one]]));
  const choices = [
    setting(
      w.scope,
      select(scopes, scope, (chosen) => {
        scope = chosen;
        fill(warning, chosen === "full" && w.fullWarning);
      }),
    ),
    warning,
    setting(w.expiry, select(w.expiries, days, (chosen) => days = chosen)),
  ];
  const made = await makeNamed(w.add, w.placeholder, w.make, choices, (label) => {
    const expiresAt = days ? new Date(Date.now() + Number(days) * 86_400_000).toISOString() : undefined;
    return keeper.server("makeToken", { label, scope, expiresAt });
  });
  if (!made) return;
  await showOnce(w.ready, w.how, [[w.token, String(made.token)]]);
  again();
}
