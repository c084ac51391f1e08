/**
 * Whose device this is: registering an account, signing in and out, pairing, and what belongs to an account's owner. Each
 * act is answered with what the server said, in few words.
 *
 * @import { SessionAct } from "../types/messages.js"
 * @import { Leader } from "./leader.js"
 */
import { register, signIn, signOut } from "./sign-in.js";
import { cancel, claim, confirm, offer } from "./pairing.js";
import { arrive, provider, providers } from "./providers.js";
import { ask, codeOf } from "./server.js";

/** An act that was refused: nothing was changed. */
export class Refusal extends Error {
  /** @param {string} code @param {{field?: string, with?: Record<string, unknown>}} [more] */
  constructor(code, more = {}) {
    super(code);
    this.code = code;
    this.more = more;
  }
}

/**
 * @param {Leader} leader @param {SessionAct} act
 * @returns {Promise<Record<string, unknown>>}
 */
export async function perform(leader, act) {
  switch (act.act) {
    case "begin":
      return await register(leader, act.invite);
    case "signIn":
      return await signIn(leader, { email: act.login, password: act.password }, act);
    case "recover": {
      const { login: email, recoveryCode, password: newPassword } = act;
      return await signIn(leader, { email, recoveryCode, newPassword }, act);
    }
    case "signOut":
      return await signOut(leader, act.evenSo);
    case "claim":
      return await claim(leader, act.code, act);
    case "offer":
      return await offer(leader);
    case "confirm":
      return await confirm(leader, act.id, act.number);
    case "cancel":
      return await cancel(leader, act.id);
    case "providers":
      return await providers();
    case "provider":
      return await provider(leader, act.provider, act);
    case "arrive":
      return await arrive(leader, act.query);
    case "devices":
      return { devices: (await asOwner(leader, "GET", "/v1/devices")).devices };
    case "rename":
      return await asOwner(leader, "PATCH", `/v1/devices/${act.id}`, { name: act.name });
    case "revoke":
      return await asOwner(leader, "DELETE", `/v1/devices/${act.id}`);
    case "setLogin":
      return await setLogin(leader, act.login, act.password);
    case "waysIn":
      await leader.waysIn.ask();
      return {};
    case "recoveryCodes": {
      const { recoveryCodes } = await asOwner(leader, "POST", "/v1/account/recovery-codes", { password: act.password });
      return { recoveryCodes };
    }
    case "waiting":
      return { document: await leader.book.waiting() };
  }
}

/** @param {Leader} leader @param {string} email @param {string} password */
async function setLogin(leader, email, password) {
  const claimed = await asOwner(leader, "POST", "/v1/account/claim", { email, password });
  await leader.access.change({ login: claimed.email, knownDevice: claimed.knownDevice });
  leader.stand();
  return { recoveryCodes: claimed.recoveryCodes };
}

/**
 * Asks with this device's token. What the server refuses, and that it did not answer, is a refusal here.
 * @param {Leader} leader @param {string} method @param {string} path @param {object} [body]
 */
export async function asOwner(leader, method, path, body) {
  if (!leader.access.token) throw new Refusal("alone");
  return await asked(method, path, leader.access.token, body);
}

/**
 * @param {string} method @param {string} path @param {string | null} token @param {object} [body]
 * @returns {Promise<any>}
 */
export async function asked(method, path, token, body) {
  const reply = await ask(method, path, { token, body: body && JSON.stringify(body) }).catch(() => {
    throw new Refusal("offline");
  });
  if (reply.status < 300) return { ...reply.json, status: reply.status };
  throw new Refusal(codeOf(reply), {
    field: reply.json?.errors?.[0]?.field ?? reply.json?.field,
    with: reply.retryAfter === undefined ? undefined : { retryAfter: reply.retryAfter },
  });
}
