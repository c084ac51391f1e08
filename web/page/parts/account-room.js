/**
 * How much of a full account is taken, and of how much: the server refuses what has no room without these numbers, so it
 * is asked for them once, where the line about it stands.
 *
 * @import { Trouble } from "../../types/messages.js"
 */
import { keeper } from "../desk.js";
import { Signal } from "../signal.js";

/** @typedef {{of: "tasks" | "bytes", used: number, limit: number}} Room */

/** What the server said, and since when it was full then. @type {Signal<{since: number, room: Room | null} | null>} */
export const asked = new Signal(/** @type {{since: number, room: Room | null} | null} */ (null));

/** Of what the account has no room for; null until the server has said it. @param {Trouble} trouble */
export function roomOf({ since, with: more }) {
  if (asked.value?.since === since) return asked.value.room;
  ask(since, more?.code === "byte_quota_exceeded" ? "bytes" : "tasks");
  return null;
}

/** @param {number} since @param {Room["of"]} of */
async function ask(since, of) {
  // Not again while it is asked.
  queueMicrotask(() => asked.value = { since, room: null });
  const [account, limits] = await Promise.all([keeper.server("account"), keeper.server("limits")]);
  if (account.kind === "refused" || limits.kind === "refused") return;
  const { counts, claimed } = /** @type {{counts: Record<string, number>, claimed: boolean}} */ (
    /** @type {unknown} */ (account.with)
  );
  const rooms = /** @type {Record<string, Record<string, number | null>>} */ (limits.with);
  const limit = rooms[claimed ? "account" : "unclaimedAccount"]?.[of] ?? null;
  if (limit !== null) asked.value = { since, room: { of, used: counts[of], limit } };
}
