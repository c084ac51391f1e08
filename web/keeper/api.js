/**
 * Asks the server for what a person wants now. A refusal is thrown, also where the server does not answer.
 *
 * @import { Access } from "./access.js"
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
 * @param {string} [key]  under which the server does it once
 */
export async function asOwner(access, method, path, body, key) {
  if (!access.token) throw new Refusal("alone");
  return await asked(method, path, access.token, body, key);
}

/**
 * Asks with a token, or with none.
 * @param {string} method @param {string} path @param {string | null} token @param {object} [body]
 * @param {string} [key]
 * @returns {Promise<any>}
 */
export async function asked(method, path, token, body, key) {
  const reply = await ask(method, path, { token, body: body && JSON.stringify(body), key }).catch(() => {
    throw new Refusal("offline");
  });
  if (reply.status < 300) return { ...reply.json, status: reply.status };
  throw new Refusal(codeOf(reply), {
    field: reply.json?.fields?.[0]?.field ?? reply.json?.field,
    with: reply.retryAfter === undefined ? undefined : { retryAfter: reply.retryAfter },
  });
}
