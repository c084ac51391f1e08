/**
 * Pairing, from both sides: this device joins another's account, or lets another join.
 *
 * @import { Way } from "./entering.js"
 * @import { Office } from "./office.js"
 */
import { enterWith } from "./entering.js";
import { ask, codeOf } from "./server.js";
import { asked, asOwner } from "./session.js";

/** Seconds that the server holds the question of the new device back while nobody confirmed. */
const wait = 20;
/** Between two looks of the old device at its offer, in milliseconds. */
const glance = 1_000;

/** @param {Office} office @param {string} code @param {Way} way */
export async function claim(office, code, way) {
  const { number, secret } = await asked("POST", "/v1/pairing/claim", null, { code, deviceName: office.deviceName });
  awaitConfirmation(office, { code, secret, wait }, way);
  return { number: String(number) };
}

/** @param {Office} office @param {{code: string, secret: string, wait: number}} question @param {Way} way */
async function awaitConfirmation(office, question, way) {
  const { signal } = office.ending;
  let pause = 0;
  while (!signal.aborted) {
    try {
      const body = JSON.stringify(question);
      const reply = await ask("POST", "/v1/pairing/token", { body, signal, within: (wait + 15) * 1000 });
      if (reply.status === 200) {
        await enterWith(office, reply.json, way);
        return office.tell({ kind: "event", name: "paired" });
      }
      if (reply.status !== 202 && reply.status !== 429 && reply.status < 500) {
        return office.tell({ kind: "event", name: "pairingOver", with: { code: codeOf(reply) } });
      }
      pause = reply.status === 202 ? 0 : (reply.retryAfter ?? 5) * 1000;
    } catch {
      pause = 2_000;
    }
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @param {Office} office */
export async function offer(office) {
  const { id, code, expiresAt } = await asOwner(office, "POST", "/v1/pairing");
  watch(office, id);
  // Behind the number sign, so that the code is in no server's log.
  return { id, code, expiresAt, url: `${location.origin}/app/pair#${code}` };
}

/** @param {Office} office @param {string} id */
async function watch(office, id) {
  let before = "offered";
  while (!office.ending.signal.aborted) {
    await new Promise((resolve) => setTimeout(resolve, glance));
    const reply = await ask("GET", `/v1/pairing/${id}`, { token: office.access.token }).catch(() => null);
    if (!reply || reply.status === 429 || reply.status >= 500) continue;
    if (reply.status !== 200) return office.tell({ kind: "event", name: "pairingOver", with: { id } });
    const { state, deviceName } = reply.json;
    if (state === before) continue;
    before = state;
    office.tell({ kind: "event", name: "pairing", with: { id, state, deviceName } });
  }
}

/** @param {Office} office @param {string} id @param {string} number */
export async function confirm(office, id, number) {
  await asOwner(office, "POST", `/v1/pairing/${id}/confirmation`, { number: Number(number) });
  return {};
}

/** @param {Office} office @param {string} id */
export async function cancel(office, id) {
  await asOwner(office, "DELETE", `/v1/pairing/${id}`);
  return {};
}
