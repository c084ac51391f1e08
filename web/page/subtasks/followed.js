/**
 * The subtasks of a task and theirs, as they change: each of the views is looked at while it is on the screen.
 *
 * @import { Row } from "../../types/messages.js"
 */
import { keeper } from "../desk.js";
import { isFolded } from "./folded.js";
import { branchesOf } from "./tree.js";

export class Followed {
  /** @type {Map<string, Row[]>} */
  #rows = new Map();
  /** Those that were not shown yet: until then what is part of them would be missing. @type {Set<string>} */
  #awaited = new Set();

  /** @param {string} root @param {() => void} changed */
  constructor(root, changed) {
    this.root = root;
    this.changed = changed;
    this.#follow(root);
  }

  get branches() {
    return branchesOf(this.root, this.#rows, isFolded);
  }

  /** Something was folded, or opened. */
  refold() {
    this.#followAll();
    if (this.#awaited.size === 0) this.changed();
  }

  end() {
    for (const id of this.#rows.keys()) keeper.leave(place(id));
    this.#rows.clear();
  }

  /** @param {string} id */
  #follow(id) {
    this.#rows.set(id, []);
    this.#awaited.add(id);
    keeper.look(place(id), { kind: "subtasks", id }, 0, 120, ({ rows }) => {
      if (!this.#rows.has(id)) return;
      this.#rows.set(id, rows);
      this.#awaited.delete(id);
      this.#followAll();
      if (this.#awaited.size === 0) this.changed();
    });
  }

  #followAll() {
    const wanted = new Set([
      this.root,
      ...this.branches.filter(({ row }) => row.subtasks && !isFolded(row.id)).map(({ row }) => row.id),
    ]);
    for (const id of this.#rows.keys()) {
      if (wanted.has(id)) continue;
      this.#rows.delete(id);
      this.#awaited.delete(id);
      keeper.leave(place(id));
    }
    for (const id of wanted) if (!this.#rows.has(id)) this.#follow(id);
  }
}

/** @param {string} id */
function place(id) {
  return `subtasks of ${id}`;
}
