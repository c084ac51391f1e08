/**
 * Ways into an account, and out of it.
 *
 * @import { Leader } from "./leader.js"
 * @import { Credentials } from "./access.js"
 */
import { asked, Refusal } from "./api.js";
import { codeOf } from "./disk.js";
import { isClaimed } from "./owner.js";
import { ask } from "./server.js";
import { NotLeader } from "./store.js";
import { firstWeekday } from "./weekday.js";

/**
 * What the server answers when it lets a device into an account.
 * @typedef {{account: {id: string}, device: {id: string}, token: string, knownDevice?: string}} SignedIn
 */

/**
 * `forgets`: this device keeps nothing on its disk.
 * @typedef {{forgets?: boolean}} SignInOptions
 */

/**
 * Whether what is here goes along into another account: what was not sent, and what nobody could sign in to again. Asked
 * anew whenever something would be emptied, for a person writes on while a server, a provider or another device answers.
 * @param {Leader} leader
 */
function comesAlong(leader) {
  // Also where the server lets nobody into that account any more: one that came back from a backup may never have had it.
  return (leader.book.standing?.waiting ?? 0) > 0 || leader.access.credentials !== null && !isClaimed(leader);
}

/**
 * A disk that takes nothing is found out before the server is asked: it would make one device more with every try, and
 * spend what was typed for it.
 * @param {Leader} leader
 */
export async function needRoom(leader) {
  try {
    await leader.book.fold(0);
  } catch (error) {
    if (error instanceof NotLeader) throw error;
    throw new Refusal(codeOf(error));
  }
}

/** A new account, for what was done here so far. @param {Leader} leader @param {string} [invite] */
export async function register(leader, invite) {
  if (leader.access.credentials) return {};
  await needRoom(leader);
  const body = { timeZone: leader.zone, deviceName: leader.deviceName, ...(invite ? { invite } : {}) };
  const signedIn = await asked("POST", "/v1/accounts", null, body);
  leader.waysIn.areNone(signedIn.token);
  const isWanted = () => !leader.registration.onlyHere && !leader.access.credentials;
  if (!await takeOver(leader, signedIn, { login: null, providers: [] }, isWanted)) {
    // “Only on this device” was chosen while the server made this account, or somebody has signed in to another: it is
    // empty, and its token ends here.
    await ask("POST", "/v1/logout", { token: signedIn.token }).catch(() => {});
    return {};
  }
  await beginWeek(leader, signedIn.account.id);
  return {};
}

/** A new account begins its weeks on Mondays. @param {Leader} leader @param {string} account */
async function beginWeek(leader, account) {
  const day = firstWeekday(navigator.language);
  if (day === 1) return;
  const gesture = /** @type {const} */ ({ act: "settings", fields: { firstWeekday: day } });
  await leader.book.perform(account, 0, "do", { now: Date.now(), gesture });
  await leader.sync.wake("change");
}

/**
 * What somebody typed beside the password: six digits are a code of an app, anything else a recovery code.
 * @param {string} [typed] @returns {{code?: string, recoveryCode?: string}}
 */
export function secondOf(typed) {
  if (!typed) return {};
  return /^\d{6}$/.test(typed.replace(/[\s-]/g, "")) ? { code: typed } : { recoveryCode: typed };
}

/**
 * What a browser that is not asked for codes keeps when somebody signs out of it.
 * @typedef {{login: string, knownDevice: string}} Trusted
 */

/**
 * @param {Leader} leader
 * @param {{email: string, password?: string, recoveryCode?: string, newPassword?: string, code?: string}} proof
 * @param {SignInOptions & {trust?: boolean}} options  `trust`: this browser is not asked for a code for a while
 */
export async function signIn(leader, proof, { forgets, trust }) {
  const { credentials } = leader.access;
  const before = /** @type {Trusted | undefined} */ (await leader.document("trusted"));
  const isBefore = before !== undefined && before.login.toLowerCase() === proof.email.trim().toLowerCase();
  const knownDevice = credentials?.knownDevice ?? (isBefore ? before.knownDevice : null);
  const body = { ...proof, ...(knownDevice ? { knownDevice } : {}), ...(trust ? { trustDevice: true } : {}) };
  const isTrusted = (trust || isBefore || credentials?.isTrusted === true) && !forgets;
  const ask = (/** @type {string | null} */ token, /** @type {object} */ more) =>
    asked("POST", "/v1/login", token, { ...body, ...more });
  const signedIn = await enter(leader, ask, { forgets }, { login: proof.email, isTrusted });
  return { passkeys: signedIn.passkeys };
}

/**
 * Into the account that a proof opens.
 * @param {Leader} leader
 * @param {(token: string | null, more: object) => Promise<SignedIn & {passkeys?: number}>} ask  with the proof, and this beside it
 * @param {SignInOptions} options @param {Pick<Credentials, "login" | "isTrusted">} waysIn
 */
export async function enter(leader, ask, options, waysIn) {
  await needRoom(leader);
  const { credentials, refused } = leader.access;
  // A token that does not count any more has nothing to bring along; what was not sent goes along all the same.
  const brings = credentials !== null && refused === null && comesAlong(leader);
  const signedIn = await ask(brings ? credentials.token : null, {
    deviceName: leader.deviceName,
    ...(brings ? { merge: true } : {}),
  });
  await moveIn(leader, signedIn, options, waysIn, brings ? credentials : null);
  return signedIn;
}

/**
 * Into an account whose token another way brought (pairing, a provider).
 * @param {Leader} leader @param {SignedIn} signedIn @param {SignInOptions} options
 */
export async function signInWith(leader, signedIn, options) {
  await moveIn(leader, signedIn, options, { login: null });
  await leader.waysIn.learn();
}

/**
 * Into the account that the server let this device into, with what is here by now where that comes along.
 * @param {Leader} leader @param {SignedIn} signedIn @param {SignInOptions} options
 * @param {Pick<Credentials, "login" | "isTrusted">} waysIn
 * @param {Credentials | null} [brought]  whose account the server has merged into that one already
 */
async function moveIn(leader, signedIn, { forgets }, waysIn, brought = null) {
  // Another device that lets this one in later would take it out of this account again.
  leader.pairing?.abort();
  // Back in the same account everything stays: a server that came back from a backup is sent what it lost.
  const isOther = () => leader.access.credentials?.account !== signedIn.account.id;
  if (!brought) await leader.beginAnew(() => isOther() && !comesAlong(leader));
  const { credentials, refused } = leader.access;
  const isThere = !credentials || refused || [signedIn.account.id, brought?.account].includes(credentials.account);
  let entered = signedIn;
  if (!isThere) {
    try {
      entered = await asked("POST", "/v1/account/merge", credentials.token, { token: signedIn.token });
    } finally {
      // The merge takes this device along as it is; where it is refused, all stays here. Either way nobody needs the second
      // one, which the sign-in made.
      await ask("POST", "/v1/logout", { token: signedIn.token }).catch(() => {});
    }
  }
  if (forgets) await leader.book.leaveDisk();
  await takeOver(leader, entered, waysIn);
}

/**
 * The device belongs to this account from now on. Answers whether it does.
 * @param {Leader} leader @param {SignedIn} signedIn
 * @param {Pick<Credentials, "login" | "providers" | "isTrusted">} waysIn  as far as known
 * @param {() => boolean} [isWanted]  asked when its turn has come
 */
async function takeOver(leader, { account, device, token, knownDevice }, waysIn, isWanted) {
  /** @type {Credentials} */
  const credentials = {
    account: account.id,
    device: device.id,
    token,
    since: Date.now(),
    ...waysIn,
    knownDevice: knownDevice ?? null,
  };
  const documents = { access: credentials, onlyHere: undefined, trusted: undefined };
  if (!await leader.book.join({ book: account.id, device: device.id }, documents, isWanted)) return false;
  leader.access.credentials = credentials;
  leader.access.refused = null;
  leader.beginsTalk();
  return true;
}

/** @param {Leader} leader @param {boolean} evenSo */
export async function signOut(leader, evenSo) {
  const waiting = () => leader.book.standing?.waiting ?? 0;
  const { token, login, knownDevice, isTrusted } = leader.access.credentials ?? {};
  // Before the server is asked: what is written while it takes its time to answer is not emptied.
  if (!await leader.beginAnew(() => evenSo || waiting() === 0)) {
    throw new Refusal("changes_wait", { with: { waiting: waiting() } });
  }
  leader.pairing?.abort();
  // Where the server does not answer, the token stays on its list of devices, to be revoked from another.
  await ask("POST", "/v1/logout", { token, within: 5_000 }).catch(() => {});
  if (isTrusted && login && knownDevice) await leader.book.keep({ trusted: { login, knownDevice } });
  leader.registration.look();
  leader.tell({ kind: "event", name: "signedOut" });
  return {};
}
