/**
 * What the disk has for a page before any keeper leads: what is half written, and what was last on the screen.
 *
 * @import { Draft } from "../types/messages.js"
 * @import { Kept } from "./views.js"
 */
import { Store } from "./store.js";

/** @typedef {{drafts: Record<string, Draft>, kept: Kept | null}} LastScreen */

/** @returns {Promise<LastScreen>} */
export async function lastScreen() {
  const store = await Store.open().catch(() => null);
  const drafts = await store?.drafts().catch(() => null) ?? {};
  const kept = /** @type {Kept | undefined} */ (await store?.picture("last")) ?? null;
  store?.close();
  return { drafts, kept };
}
