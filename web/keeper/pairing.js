/**
 * Pairing, from both sides: this device joins another's account, or lets another join.
 *
 * @import { SignInOptions } from "./sign-in.js"
 * @import { Leader } from "./leader.js"
 */
import { asked, asOwner, Refusal } from "./api.js";
import { ask, codeOf } from "./server.js";
import { needRoom, signInWith } from "./sign-in.js";

/** Seconds that the server holds the question of the new device back while nobody confirmed. */
const wait = 20;
/** Between two looks of the old device at its offer, in milliseconds. */
const pollEvery = 1_000;

/** @param {Leader} leader @param {string} code @param {SignInOptions} options */
export async function claim(leader, code, options) {
  await needRoom(leader);
  // Whoever types another code, or comes in another way meanwhile (sign-in.js), does not wait for this one any more.
  leader.pairing?.abort();
  const pairing = leader.pairing = new AbortController();
  const { number, secret } = await asked("POST", "/v1/pairing/claim", null, { code, deviceName: leader.deviceName });
  awaitConfirmation(leader, { code, secret, wait }, options, AbortSignal.any([leader.ending.signal, pairing.signal]));
  return { number: String(number) };
}

/**
 * @param {Leader} leader @param {{code: string, secret: string, wait: number}} question @param {SignInOptions} options
 * @param {AbortSignal} signal
 */
async function awaitConfirmation(leader, question, options, signal) {
  let pause = 0;
  while (!signal.aborted) {
    try {
      const body = JSON.stringify(question);
      const reply = await ask("POST", "/v1/pairing/token", { body, signal, within: (wait + 15) * 1000 });
      if (reply.status === 200) {
        // The answer was on its way: nobody needs the device that it makes there.
        if (signal.aborted) await ask("POST", "/v1/logout", { token: reply.json.token }).catch(() => {});
        if (signal.aborted) break;
        await signInWith(leader, reply.json, options);
        return leader.tell({ kind: "event", name: "paired" });
      }
      if (reply.status !== 202 && reply.status !== 429 && reply.status < 500) {
        return leader.tell({ kind: "event", name: "pairingOver", with: { code: codeOf(reply) } });
      }
      pause = reply.status === 202 ? 0 : (reply.retryAfter ?? 5) * 1000;
    } catch (error) {
      // Confirmed, and yet not let in: the code is used up.
      if (error instanceof Refusal) {
        return leader.tell({ kind: "event", name: "pairingOver", with: { code: error.code } });
      }
      pause = 2_000;
    }
    if (pause && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, pause));
  }
  if (!leader.ending.signal.aborted) {
    leader.tell({ kind: "event", name: "pairingOver", with: { code: "pairing_over" } });
  }
}

/** @param {Leader} leader */
export async function offer(leader) {
  const { id, code, expiresAt } = await asOwner(leader.access, "POST", "/v1/pairing");
  watch(leader, id);
  // Behind the number sign, so that the code is in no server's log.
  return { id, code, expiresAt, url: `${location.origin}/app/pair#${code}` };
}

/** @param {Leader} leader @param {string} id */
async function watch(leader, id) {
  let before = "offered";
  while (!leader.ending.signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, pollEvery));
    const reply = await ask("GET", `/v1/pairing/${id}`, { token: leader.access.token }).catch(() => null);
    if (!reply || reply.status === 429 || reply.status >= 500) continue;
    if (reply.status !== 200) return leader.tell({ kind: "event", name: "pairingOver", with: { id } });
    const { state, deviceName } = reply.json;
    if (state === before) continue;
    before = state;
    leader.tell({ kind: "event", name: "pairing", with: { id, state, deviceName } });
  }
}

/** @param {Leader} leader @param {string} id @param {string} number */
export async function confirm(leader, id, number) {
  await asOwner(leader.access, "POST", `/v1/pairing/${id}/confirmation`, { number: Number(number) });
  return {};
}

/** @param {Leader} leader @param {string} id */
export async function cancel(leader, id) {
  await asOwner(leader.access, "DELETE", `/v1/pairing/${id}`);
  return {};
}
