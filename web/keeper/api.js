/**
 * Asks the server for what a person wants now. A refusal is thrown, also where the server does not answer.
 *
 * @import { Access } from "./access.js"
 * @import { Reply } from "./server.js"
 */
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
 * Asks with this device's token.
 * @param {Access} access @param {string} method @param {string} path @param {object} [body]
 * @param {string} [key]  under which the server does it once @param {number} [within]  in milliseconds
 */
export async function asOwner(access, method, path, body, key, within) {
  if (!access.token) throw new Refusal("alone");
  return await asked(method, path, access.token, body, key, within);
}

/**
 * Asks with a token, or with none.
 * @param {string} method @param {string} path @param {string | null} token @param {object} [body]
 * @param {string} [key] @param {number} [within]
 * @returns {Promise<any>}
 */
export async function asked(method, path, token, body, key, within) {
  const reply = await ask(method, path, { token, body: body && JSON.stringify(body), key, within }).catch(() => {
    throw new Refusal("offline");
  });
  if (reply.status < 300) return { ...reply.json, status: reply.status };
  throw refusalOf(reply);
}

/** @param {Pick<Reply, "status" | "json" | "retryAfter">} reply */
export function refusalOf(reply) {
  const { retryAfter = NaN, json } = reply;
  // An import that was refused half-way is not taken back: its report says how far it came.
  const more = { ...(retryAfter >= 0 && { retryAfter }), ...(json?.report && { report: json.report }) };
  return new Refusal(codeOf(reply), {
    field: json?.fields?.[0]?.field ?? json?.field,
    with: Object.keys(more).length > 0 ? more : undefined,
  });
}
