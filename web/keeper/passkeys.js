/**
 * Passkeys, as far as the server has to do with them: the page asks the browser for one, since only a page may, and hands
 * over what it answered.
 *
 * @import { Leader } from "./leader.js"
 * @import { SignInOptions } from "./sign-in.js"
 */
import { asked, asOwner } from "./api.js";
import { countsFor, isClaimed, proofOf } from "./owner.js";
import { enter } from "./sign-in.js";

/** What the browser needs to show one for signing in. */
export async function passkeyOptions() {
  const { publicKey } = await asked("POST", "/v1/login/passkey/options", null);
  return { publicKey };
}

/** @param {Leader} leader @param {unknown} credential @param {SignInOptions} options */
export async function signInByPasskey(leader, credential, options) {
  const ask = (/** @type {string | null} */ token, /** @type {object} */ more) =>
    asked("POST", "/v1/login/passkey", token, { credential, ...more });
  await enter(leader, ask, options, { login: null });
  await leader.waysIn.learn();
  return {};
}

/**
 * @param {Leader} leader
 * @param {{credential: unknown, name: string, password?: string, code?: string, recoveryCode?: string}} made  with what
 *   proves that it is the owner, where that is asked for
 */
export async function addPasskey(leader, { credential, name, ...given }) {
  const proof = given.password ? given : isClaimed(leader) ? await proofOf(leader) : undefined;
  await asOwner(leader.access, "POST", "/v1/account/passkeys", { credential, name, proof });
  await leader.waysIn.ask();
  return {};
}

/** @param {Leader} leader @param {string} id @param {string} [password] */
export async function removePasskey(leader, id, password) {
  const proof = await proofOf(leader, password);
  await asOwner(leader.access, "DELETE", `/v1/account/passkeys/${encodeURIComponent(id)}`, proof);
  await leader.waysIn.ask();
  return {};
}

/** One that was shown proves for the next act that it is the owner. @param {Leader} leader @param {unknown} passkey */
export async function proveByPasskey(leader, passkey) {
  await leader.book.keep({ proof: { passkey, until: Date.now() + countsFor } });
  return {};
}
