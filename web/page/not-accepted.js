/**
 * The tasks of which the server did not take a change, for as long as somebody has to look at it: their rows say so.
 */
import { keeper, standing } from "./desk.js";
import { Signal } from "./signal.js";

/** So many are marked; the rest stands on the page about them. */
const most = 100;
const subscription = "marked";

/** @type {Signal<ReadonlySet<string>>} */
export const notAccepted = new Signal(/** @type {ReadonlySet<string>} */ (new Set()));

/** Follows them while there are any. */
export function followNotAccepted() {
  let follows = false;
  standing.watch((now) => {
    if (follows === (now?.notAccepted ?? 0) > 0) return;
    follows = !follows;
    if (!follows) {
      notAccepted.value = new Set();
      return keeper.leave(subscription);
    }
    keeper.look(subscription, { kind: "notAccepted" }, 0, most, ({ items = [] }) => {
      notAccepted.value = new Set(items.filter(({ entity }) => entity === "task").map(({ row }) => row));
    });
  });
}
