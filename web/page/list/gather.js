/**
 * The ids of a whole view, for what is done to all of it: pictures hold the rows of a window only.
 *
 * @import { Picture, View } from "../../types/messages.js"
 * @import { Mailbox } from "../mailbox.js"
 */

const page = 120;
let looks = 0;

/** @param {Mailbox} keeper @param {View} view @returns {Promise<string[]>} */
export async function gather(keeper, view) {
  /** @type {string[]} */
  const ids = [];
  for (let total = 1; ids.length < total;) {
    // Each has a name of its own: the one before may be drawn once more by a change that comes just then.
    const subscription = `gather ${looks += 1}`;
    const picture = await new Promise((/** @type {(picture: Picture) => void} */ show) =>
      keeper.look(subscription, view, ids.length, page, show)
    );
    keeper.leave(subscription);
    if (picture.rows.length === 0) break;
    total = picture.total;
    ids.push(...picture.rows.map(({ id }) => id));
  }
  return [...new Set(ids)];
}
