/// <reference path="../types/built.d.ts" />
/**
 * The core: Sources/WebCore as WebAssembly. What is asked and answered stands in ../types/core.js.
 *
 * @import { Calls, Refused } from "../types/core.js"
 */
import { Door, moduleAt } from "../wasm/door.js";

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} room
 * @property {(name: number, head: number, text: number) => number} ask
 */

/** Refused where the keeper alone is to blame, such as for a disk that holds what it never wrote. */
export class CoreRefused extends Error {
  /** @param {string} call @param {string} code */
  constructor(call, code) {
    super(`${call}: ${code}`);
    this.refused = code;
  }
}

/** Where the core lies: under the name of its content, or among the sources. */
const address = typeof CORE === "undefined" ? "/app/core/core.wasm" : CORE;

export class Core {
  /** @type {Door<Exports>} */
  #door;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#door = new Door(module);
  }

  /**
   * @template {keyof Calls & string} Name
   * @param {Name} name @param {Parameters<Calls[Name]>[0]} head @param {string} [text]
   * @returns {{answer: Refused | ReturnType<Calls[Name]>, text: string}}
   */
  ask(name, head, text = "") {
    const answer = this.said(name, head, text);
    return { answer: JSON.parse(answer.head), text: answer.text };
  }

  /**
   * The same as the core wrote it, for those who may not have to read it.
   * @template {keyof Calls & string} Name
   * @param {Name} name @param {Parameters<Calls[Name]>[0]} head
   */
  said(name, head, text = "") {
    const [nameLength, headLength, textLength] = this.#door.put(name, JSON.stringify(head), text);
    return this.#door.take(this.#door.calls.ask(nameLength, headLength, textLength));
  }

  /**
   * The same where nothing can be refused.
   * @template {keyof Calls & string} Name
   * @param {Name} name @param {Parameters<Calls[Name]>[0]} head @param {string} [text]
   * @returns {{answer: ReturnType<Calls[Name]>, text: string}}
   */
  need(name, head, text) {
    const { answer, text: more } = this.ask(name, head, text);
    if (isRefused(answer)) throw new CoreRefused(name, answer.refused.code);
    return { answer, text: more };
  }

  /** How much memory the core has taken, in bytes. */
  get size() {
    return this.#door.size;
  }
}

/** @param {unknown} answer @returns {answer is Refused} */
export function isRefused(answer) {
  return typeof answer === "object" && answer !== null && "refused" in answer && typeof answer.refused === "object";
}

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;

/** A core of its own. What it is made of is fetched and compiled once. */
export async function loadCore() {
  module ??= moduleAt(address);
  return new Core(await module);
}
