/** Asks the server. Every request stays on this origin and carries the token in a field, where nothing logs it. */

/**
 * @typedef {object} Reply
 * @property {number} status
 * @property {string} text
 * @property {any} json  null where it is none
 * @property {number | undefined} retryAfter  seconds
 */

/** No answer, or none that was whole. */
export class NoAnswer extends Error {}

/** Long enough for a slow network and a large page, short enough to try again within the minute. */
const patience = 30_000;

/** How every request goes out, whatever it brings. @satisfies {RequestInit} */
export const manners = /** @type {const} */ ({
  credentials: "omit",
  redirect: "error",
  referrerPolicy: "no-referrer",
});

/**
 * @param {string} method @param {string} path
 * @param {{token?: string | null, body?: string, key?: string, signal?: AbortSignal, within?: number}} [options]
 * @returns {Promise<Reply>}
 */
export async function ask(method, path, { token, body, key, signal, within = patience } = {}) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (key) headers["idempotency-key"] = key;
  if (body !== undefined) headers["content-type"] = "application/json";
  const ending = AbortSignal.timeout(within);
  try {
    const answer = await fetch(path, {
      method,
      headers,
      body,
      signal: signal ? AbortSignal.any([signal, ending]) : ending,
      // What is not kept anyway needs no field that says so.
      cache: method === "GET" ? "no-store" : "default",
      ...manners,
    });
    const text = await answer.text();
    const wait = Number(answer.headers.get("retry-after") ?? NaN);
    return {
      status: answer.status,
      text,
      json: parsed(text),
      retryAfter: Number.isFinite(wait) ? wait : undefined,
    };
  } catch (error) {
    throw new NoAnswer(String(error));
  }
}

/** @param {string} text */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the server's refusal is called. @param {Pick<Reply, "status" | "json">} reply @returns {string} */
export function codeOf(reply) {
  const code = reply.json?.code;
  return typeof code === "string" && code ? code : `status_${reply.status}`;
}
