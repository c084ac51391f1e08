/**
 * What a tab can take back: its last gestures, by the deeds that the core made of them. Undoing a deed is a deed too,
 * and undoing that does it again.
 *
 * @import { Again, Do, Done, Gesture, Refused } from "../types/messages.js"
 * @import { UndoDeed } from "./leader.js"
 */
const most = 50;

/** @typedef {{deed: string, act: Gesture["act"]}} Step */

export class Undoing {
  /** @type {Step[]} */
  #back = [];
  /** @type {Step[]} */
  #forth = [];
  /** The requests without an answer, by number. @type {Map<number, {kind: "do" | "undo" | "redo", act: Gesture["act"]}>} */
  #asked = new Map();

  /** Whether an answer is due. Until it is there nobody knows what was done last. */
  get isAsking() {
    return this.#asked.size > 0;
  }

  /** @param {Do} message */
  begins({ request, gesture }) {
    this.#asked.set(request, { kind: "do", act: gesture.act });
  }

  /** @param {Again} again @returns {UndoDeed | Refused} */
  ask({ kind, request, at, deed }) {
    const step = deed ? this.#named(deed) : (kind === "undo" ? this.#back : this.#forth).pop();
    if (!step) return { kind: "refused", request, code: kind === "undo" ? "nothing_to_undo" : "nothing_to_redo" };
    this.#asked.set(request, { kind, act: step.act });
    return { kind: "undoDeed", request, at, deed: step.deed };
  }

  /** One that is named is no longer the last one either. What another tab has done is known to it alone. @param {string} deed */
  #named(deed) {
    const at = this.#back.findIndex((step) => step.deed === deed);
    return at < 0 ? { deed, act: /** @type {const} */ ("edit") } : this.#back.splice(at, 1)[0];
  }

  /** @param {Done | Refused} answer @returns {Done | Refused} */
  answered(answer) {
    const asked = this.#asked.get(answer.request);
    this.#asked.delete(answer.request);
    if (!asked || answer.kind === "refused") return answer;
    const { deed } = answer;
    if (deed) {
      const into = asked.kind === "undo" ? this.#forth : this.#back;
      into.push({ deed, act: asked.act });
      if (into.length > most) into.shift();
      if (asked.kind === "do") this.#forth = [];
    }
    return { ...answer, gesture: asked.act };
  }
}
