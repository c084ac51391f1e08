/** How the account can be signed in to: the email and password, passkeys, and providers. */
import { say } from "../../announce.js";
import { refuse } from "../../deeds.js";
import { keeper } from "../../desk.js";
import { addLogin, changeEmail, changePassword } from "../../dialogs/change-login.js";
import { addPasskey, removePasskey, renamePasskey } from "../../dialogs/passkeys.js";
import { askOwner, leaveFor, proofFields } from "../../dialogs/prove.js";
import { removeSecondFactor, setUpSecondFactor } from "../../dialogs/second-factor.js";
import { element } from "../../element.js";
import { accessLine, dayOf } from "../../parts/access-line.js";
import { icon } from "../../parts/icons.js";
import { group, setting } from "../../parts/page.js";
import { takesPasskeys } from "../../parts/passkey.js";
import { words } from "../../words/words.js";
import { later } from "../../words/later.js";

const { passkeys: p, second, ways: w } = later.owner;

/**
 * @typedef {{id: string, provider: string | null, issuer: string, linkedAt: string}} Identity
 * @typedef {{name: string, title: string}} Provider
 * @typedef {import("../../dialogs/passkeys.js").Passkey} Passkey
 */

/** What the server says of them; nothing where it does not answer. */
export async function askWaysIn() {
  const [linked, known, login, held] = await Promise.all([
    keeper.server("identities"),
    keeper.session({ act: "providers" }),
    keeper.server("login"),
    keeper.server("passkeys"),
  ]);
  if (linked.kind === "refused") return null;
  return {
    identities: /** @type {Identity[]} */ (linked.with?.identities ?? []),
    providers: /** @type {Provider[]} */ (known.kind === "done" ? known.with?.providers ?? [] : []),
    hasSecondFactor: login.kind === "done" ? login.with?.secondFactor === true : null,
    passkeys: /** @type {Passkey[]} */ (held.kind === "done" ? held.with?.passkeys ?? [] : []),
    takesPasskeys: known.kind === "done" && takesPasskeys(known.with?.passkeys),
  };
}

/**
 * @param {import("../../../types/messages.js").Account} account
 * @param {Awaited<ReturnType<typeof askWaysIn>>} ways  as far as the server said
 * @param {() => void} changed  asks the server anew
 */
export function waysInGroup({ login, providers: named, isClaimed }, ways, changed) {
  const titleOf = (/** @type {Identity} */ { provider, issuer }) =>
    ways?.providers.find(({ name }) => name === provider)?.title ?? new URL(issuer).hostname;
  const only = login === null && ways?.identities.length === 1 && ways.passkeys.length === 0;
  const lines = [
    login && setting(login, change(w.changeEmail, changeEmail)),
    login && setting(w.password, change(w.changePassword, changePassword), w.forgotten),
    login && ways && ways.hasSecondFactor !== null && secondFactor(ways.hasSecondFactor, changed),
    ...(ways?.passkeys ?? []).map((passkey) => passkeyLine(passkey, changed)),
    ...(ways
      ? ways.identities.map((identity) => linked(identity, titleOf(identity), only))
      : named.map((name) => setting(name, null))),
    ...(ways?.providers ?? [])
      .filter(({ name }) => !ways?.identities.some(({ provider }) => provider === name))
      .map(({ name, title }) => addLine(w.add(title), () => leaveFor(keeper.session({ act: "link", provider: name })))),
    ways?.takesPasskeys && addLine(p.add, () => after(addPasskey(ways.hasSecondFactor === true), changed)),
    login === null && isClaimed && addLine(w.addLogin, addLogin),
  ];
  return lines.some(Boolean) ? group(words.account.signIn, lines) : null;
}

/** @param {string} label @param {() => void} run */
function change(label, run) {
  return element("button", { class: "soft", "aria-label": label, onclick: run }, w.change);
}

/** @param {boolean} isOn @param {() => void} changed */
function secondFactor(isOn, changed) {
  const run = async () => {
    if (await (isOn ? removeSecondFactor() : setUpSecondFactor())) changed();
  };
  const label = isOn ? second.removeLong : second.setUpLong;
  const button = element(
    "button",
    { class: "soft", "aria-label": label, onclick: run },
    isOn ? w.remove : second.setUp,
  );
  return setting(second.name, button, isOn ? second.isOn : second.isOff);
}

/** @param {string} label @param {() => void} run */
function addLine(label, run) {
  return element("button", { class: "link-line", onclick: run }, icon("plus", "plus"), element("span", {}, label));
}

/** @param {Passkey} passkey @param {() => void} changed */
function passkeyLine(passkey, changed) {
  const { name, createdAt, lastUsedAt } = passkey;
  const facts = [w.since(dayOf(createdAt)), lastUsedAt ? p.used(dayOf(lastUsedAt)) : p.unused];
  return accessLine("lock", name, [p.one, ...facts], w.more(name), [
    { label: p.rename, icon: "edit", run: () => after(renamePasskey(passkey), changed) },
    { label: w.remove, icon: "close", kind: "danger", run: () => after(removePasskey(passkey), changed) },
  ]);
}

/** @param {Promise<boolean>} work @param {() => void} changed */
async function after(work, changed) {
  if (await work) changed();
}

/** @param {Identity} identity @param {string} title @param {boolean} only  nothing else leads into the account */
function linked({ id, linkedAt }, title, only) {
  return accessLine("person", title, [w.since(dayOf(linkedAt))], w.more(title), [
    { label: w.remove, icon: "close", kind: "danger", run: () => only ? refuse("last_way_in") : remove(id, title) },
  ]);
}

/** @param {string} id @param {string} title */
async function remove(id, title) {
  const isDone = await askOwner(
    w.removeQuestion(title),
    [w.removeMore],
    proofFields(),
    w.remove.replace("...", ""),
    ({ proof }) => keeper.session({ act: "unlink", id, password: proof }),
    { danger: true },
  );
  if (isDone) say(w.removed);
}
