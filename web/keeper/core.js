/// <reference path="../types/built.d.ts" />
/**
 * The door to the core: Sources/WebCore as WebAssembly. Calls are synchronous; what is asked and answered stands in
 * ../types/core.js. A call, its head and its text go into the core's memory one behind the other, and the answer is
 * read out of it before the next call.
 *
 * @import { Calls, Refused } from "../types/core.js"
 */
import { category, forms, small } from "./unicode.js";

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

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export class Core {
  /** @type {Exports} */
  #core;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const page = { random, category, small, form: this.#form.bind(this) };
    this.#core = /** @type {any} */ (new WebAssembly.Instance(module, { page })).exports;
  }

  /**
   * @template {keyof Calls & string} Name
   * @param {Name} name @param {Parameters<Calls[Name]>[0]} head @param {string} [text]
   * @returns {{answer: Refused | ReturnType<Calls[Name]>, text: string}}
   */
  ask(name, head, text = "") {
    const parts = [name, JSON.stringify(head), text].map((part) => encoder.encode(part));
    const [nameLength, headLength, textLength] = parts.map((part) => part.length);
    let place = this.#core.room(nameLength + headLength + textLength);
    const memory = new Uint8Array(this.#core.memory.buffer);
    for (const part of parts) {
      memory.set(part, place);
      place += part.length;
    }
    const places = this.#core.ask(nameLength, headLength, textLength);
    // The memory may have grown, and is another buffer then.
    const [headAt, headSize, textAt, textSize] = new Uint32Array(this.#core.memory.buffer, places, 4);
    return { answer: JSON.parse(this.#read(headAt, headSize)), text: this.#read(textAt, textSize) };
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
    return this.#core.memory.buffer.byteLength;
  }

  /** @param {number} at @param {number} size */
  #read(at, size) {
    return size ? decoder.decode(new Uint8Array(this.#core.memory.buffer, at, size)) : "";
  }

  /** Writes a form of a text over it and answers its length. @param {number} form @param {number} at */
  #form(form, at, /** @type {number} */ length, /** @type {number} */ room) {
    const into = new Uint8Array(this.#core.memory.buffer, at, room);
    return encoder.encodeInto(forms[form](this.#read(at, length)), into).written;
  }
}

function random() {
  return crypto.getRandomValues(new BigInt64Array(1))[0];
}

/** @param {unknown} answer @returns {answer is Refused} */
export function isRefused(answer) {
  return typeof answer === "object" && answer !== null && "refused" in answer && typeof answer.refused === "object";
}

/** @type {Promise<WebAssembly.Module> | null} */
let module = null;

/** A core of its own. What it is made of is fetched and compiled once. */
export async function loadCore() {
  module ??= WebAssembly.compileStreaming(fetch(address, { credentials: "omit" }));
  return new Core(await module);
}
