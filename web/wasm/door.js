/**
 * The door to a module that is compiled from Swift (scripts/web-core.sh): texts go into its memory one behind the other, and
 * the answer is read out of it before the next call. Calls are synchronous.
 */
import { category, forms, small } from "./unicode.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @template {{memory: WebAssembly.Memory, room: (bytes: number) => number}} Exports */
export class Door {
  /** @type {Exports} */
  calls;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    const page = { random, category, small, form: this.#form.bind(this) };
    this.calls = /** @type {any} */ (new WebAssembly.Instance(module, { page })).exports;
  }

  /** Lays texts down for a call, and answers how long each is. @param {...string} texts */
  put(...texts) {
    const parts = texts.map((text) => encoder.encode(text));
    const lengths = parts.map(({ length }) => length);
    let place = this.calls.room(lengths.reduce((sum, length) => sum + length, 0));
    const memory = new Uint8Array(this.calls.memory.buffer);
    for (const part of parts) {
      memory.set(part, place);
      place += part.length;
    }
    return lengths;
  }

  /** What a call answered: a head and a text. @param {number} places  where it says where they lie */
  take(places) {
    // The memory may have grown, and is another buffer then.
    const [headAt, headSize, textAt, textSize] = new Uint32Array(this.calls.memory.buffer, places, 4);
    return { head: this.#read(headAt, headSize), text: this.#read(textAt, textSize) };
  }

  /** How much memory the module has taken, in bytes. */
  get size() {
    return this.calls.memory.buffer.byteLength;
  }

  /** @param {number} at @param {number} size */
  #read(at, size) {
    return size ? decoder.decode(new Uint8Array(this.calls.memory.buffer, at, size)) : "";
  }

  /** Writes a form of a text over it and answers its length. @param {number} form @param {number} at */
  #form(form, at, /** @type {number} */ length, /** @type {number} */ room) {
    const into = new Uint8Array(this.calls.memory.buffer, at, room);
    return encoder.encodeInto(forms[form](this.#read(at, length)), into).written;
  }
}

/** Fetches a module and compiles it. @param {string} address */
export function moduleAt(address) {
  return WebAssembly.compileStreaming(fetch(address, { credentials: "omit" }));
}

function random() {
  return crypto.getRandomValues(new BigInt64Array(1))[0];
}
