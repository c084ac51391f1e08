/**
 * The tasks of which the history tells, as this device has them: the history names them by their ids.
 *
 * @import { Row } from "../../../types/messages.js"
 * @import { Entry } from "./told.js"
 */
import { keeper, listNamed } from "../../desk.js";
import { isErased } from "../../erased.js";
import { later } from "../../words/later.js";

const { erase, history: words } = later;

export class Rows {
  /** Null for one that this device does not have. @type {Map<string, Row | null>} */
  #known = new Map();
  /** @type {Set<string>} */
  #asked = new Set();
  /** What entries themselves tell, the latest: for what this device does not have. @type {Map<string, string>} */
  #told = new Map();
  #isDue = false;

  /** @param {() => void} changed  more of them are known */
  constructor(changed) {
    this.changed = changed;
  }

  /** @param {Entry[]} entries  newest first */
  learn(entries) {
    // From the oldest on, so that the latest name stays.
    for (const { entity, id, changes } of entries.toReversed()) {
      const name = changes.find(({ field }) => field === "title" || field === "name");
      if (name) this.#told.set(id, String(name.new ?? name.old ?? ""));
      if (entity === "task") this.#ask(id);
    }
  }

  /** All of them anew: titles change. */
  forget() {
    for (const id of this.#known.keys()) {
      this.#asked.delete(id);
      this.#ask(id);
    }
  }

  /** @param {string} id @returns {Row | null} */
  task(id) {
    return this.#known.get(id) ?? null;
  }

  /** @param {Entry["entity"]} entity @param {string} id */
  name(entity, id) {
    if (entity === "settings") return words.settings;
    if (entity === "list") return this.listName(id) ?? words.aList;
    const row = this.task(id);
    if (row && isErased(row)) return erase.erased;
    return row?.title ?? this.#told.get(id) ?? words.aTask;
  }

  /** A list's name, also of one that is gone where the history tells it. @param {string} id @returns {string | null} */
  listName(id) {
    return listNamed(id)?.name ?? this.#told.get(id) ?? null;
  }

  end() {
    for (const id of this.#asked) if (!this.#known.has(id)) keeper.leave(nameOf(id));
    this.changed = () => {};
  }

  /** @param {string} id */
  #ask(id) {
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    keeper.look(nameOf(id), { kind: "task", id }, 0, 1, ({ rows, fromDisk }) => {
      if (fromDisk) return;
      keeper.leave(nameOf(id));
      this.#known.set(id, rows[0] ?? null);
      this.#tell();
    });
  }

  /** Once for all that come together. */
  #tell() {
    if (this.#isDue) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      this.changed();
    }, 0);
  }
}

/** @param {string} id */
function nameOf(id) {
  return `history ${id}`;
}
