/**
 * A task that was just written down, until it is seen on the screen.
 *
 * @import { List } from "./list.js"
 */
export class Newcomer {
  /** @type {string | null} */
  #id = null;
  /** Who was seen last. */
  #seen = "";

  /** @param {List} list */
  constructor(list) {
    this.list = list;
  }

  /** @param {string} id */
  expect(id) {
    if (id === this.#seen) return;
    this.#id = id;
    // With all that this frame draws: its row mostly stands there already.
    requestAnimationFrame(() => this.reveal());
  }

  /**
   * New tasks come behind the open ones, so that its place is known before its row is.
   * @param {number} [origin]  of the list, where it is known
   */
  reveal(origin) {
    const { picture, window } = this.list;
    if (this.#id === null || !picture || !this.list.node.isConnected) return;
    const index = this.list.indexOf(this.#id);
    const place = index >= 0 || picture.groups.length > 0 ? index : picture.open - 1;
    if (place >= 0) window.reveal(place, origin);
    if (index < 0) return;
    this.#seen = this.#id;
    this.#id = null;
  }
}
