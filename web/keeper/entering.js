/**
 * Ways into an account, and out of it.
 *
 * @import { Office } from "./office.js"
 * @import { Papers } from "./access.js"
 */
import { ask } from "./server.js";
import { asked, Refusal } from "./session.js";
import { firstWeekday } from "./weekday.js";

/**
 * What the server answers whom it lets in.
 * @typedef {{account: {id: string}, device: {id: string}, token: string, knownDevice?: string}} Entered
 */

/**
 * Whether what is here comes along, and whether this device forgets everything when it is left.
 * @typedef {{merge: boolean, forgets?: boolean}} Way
 */

/** A new account, for what was done here so far. @param {Office} office @param {string} [invite] */
export async function begin(office, invite) {
  if (office.access.papers) return {};
  const body = { timeZone: office.zone, deviceName: office.deviceName, ...(invite ? { invite } : {}) };
  const entered = await asked("POST", "/v1/accounts", null, body);
  office.waysIn.areNone(entered.token);
  await enter(office, entered, { login: null, providers: [] });
  await beginWeek(office, entered.account.id);
  return {};
}

/** Accounts begin their weeks on Mondays until something else is said. @param {Office} office @param {string} account */
async function beginWeek(office, account) {
  const day = firstWeekday(navigator.language);
  if (day === 1) return;
  const gesture = /** @type {const} */ ({ act: "settings", fields: { firstWeekday: day } });
  await office.book.perform(account, 0, "do", { now: Date.now(), gesture });
  await office.sync.wake("change");
}

/**
 * @param {Office} office
 * @param {{email: string, password: string} | {email: string, recoveryCode: string, newPassword: string}} proof
 * @param {Way} way
 */
export async function signIn(office, proof, { merge, forgets }) {
  const { papers } = office.access;
  // A token that does not count any more has nothing to bring along; what was not sent goes along all the same.
  const brings = merge && papers !== null && office.access.refused === null;
  const body = {
    ...proof,
    deviceName: office.deviceName,
    ...(papers?.knownDevice ? { knownDevice: papers.knownDevice } : {}),
    ...(brings ? { merge: true } : {}),
  };
  const entered = await asked("POST", "/v1/login", brings ? papers.token : null, body);
  if (!merge) await office.beginAnew();
  if (forgets) await office.book.leaveDisk();
  await enter(office, entered, { login: proof.email });
  return {};
}

/**
 * Into an account whose token another way brought (pairing, a provider), with what is here where that is wanted.
 * @param {Office} office @param {Entered} entered @param {Way} way
 */
export async function enterWith(office, entered, { merge, forgets }) {
  const { papers, refused } = office.access;
  if (!merge) await office.beginAnew();
  if (forgets) await office.book.leaveDisk();
  if (merge && papers && !refused && papers.account !== entered.account.id) {
    const merged = await asked("POST", "/v1/account/merge", papers.token, { token: entered.token });
    // The device keeps its name there, so the one that was made for the way in goes.
    await ask("POST", "/v1/logout", { token: entered.token }).catch(() => {});
    await enter(office, merged, { login: null });
    return await office.waysIn.learn();
  }
  await enter(office, entered, { login: null });
  await office.waysIn.learn();
}

/** @param {Office} office @param {Entered} entered @param {Pick<Papers, "login" | "providers">} waysIn  as far as known */
async function enter(office, { account, device, token, knownDevice }, waysIn) {
  /** @type {Papers} */
  const papers = {
    account: account.id,
    device: device.id,
    token,
    since: Date.now(),
    ...waysIn,
    knownDevice: knownDevice ?? null,
  };
  await office.book.join({ book: account.id, device: device.id }, { access: papers });
  office.access.papers = papers;
  office.access.refused = null;
  office.beginsTalk();
}

/** @param {Office} office @param {boolean} evenSo */
export async function signOut(office, evenSo) {
  const waiting = office.book.standing?.waiting ?? 0;
  if (waiting > 0 && !evenSo) throw new Refusal("changes_wait", { with: { waiting } });
  // Where the server does not answer, the token stays on its list of devices, to be revoked from another.
  await ask("POST", "/v1/logout", { token: office.access.token, within: 5_000 }).catch(() => {});
  await office.beginAnew();
  office.tell({ kind: "event", name: "signedOut" });
  return {};
}
