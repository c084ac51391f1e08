/**
 * The channels of the account, as the API has them: what they are called here, and what each kind needs to be added.
 *
 * @typedef {"live" | "webhook" | "webPush" | "unifiedPush" | "ntfy" | "gotify" | "email" | "apns"} Kind
 *
 * @typedef {object} Channel
 * @property {string} id
 * @property {Kind} kind
 * @property {string} name
 * @property {string} language  in which it is told
 * @property {string} deviceId
 * @property {string[]} wants
 * @property {"on" | "off"} state
 * @property {string | null} offReason
 * @property {string | null} lastDeliveredAt
 * @property {Record<string, string>} address  what of it is no secret
 * @property {{revision: number, refused: number, retryAt: string | null}} [changes]
 * @property {string} [secret]
 *
 * @typedef {object} Delivery
 * @property {string | null} taskId
 * @property {string} subject
 * @property {string} dueAt
 * @property {"waiting" | "delivered" | "failed" | "dropped"} state
 * @property {number} attempts
 * @property {string | null} at
 * @property {number | null} lateMilliseconds  of what arrived
 * @property {string | null} reason
 */

/** What can be wanted of every channel, and of a webhook. */
export const wishes = ["reminders", "review", "morning", "weekly", "regions", "overdue"];

/** What is typed to add one; those that a browser or an app makes by itself are not here. */
export const addable = /** @type {const} */ (["email", "ntfy", "gotify", "webhook", "unifiedPush", "apns"]);

/** @typedef {typeof addable[number]} Addable */

/**
 * The members of an address; those with a question mark may be missing.
 * @type {Record<Addable, string[]>}
 */
export const members = {
  email: ["email"],
  ntfy: ["url", "token?"],
  gotify: ["url", "token"],
  webhook: ["url"],
  unifiedPush: ["endpoint", "p256dh?", "auth?"],
  apns: ["token", "topic", "environment"],
};

/** Where it leads, as far as that may be shown. @param {Channel} channel */
export function placeOf({ address }) {
  return address.email ?? address.topic ?? address.host ?? "";
}
