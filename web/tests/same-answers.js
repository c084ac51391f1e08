// Plays transcripts of the core (Tests/Support/CoreTranscript) to core.wasm: every answer has to be the same, byte for
// byte. Runs under node and under deno: `same-answers.js CORE TRANSCRIPT...`
import { readFileSync } from "node:fs";
import process from "node:process";
import { category, forms, small } from "../wasm/unicode.js";

const [corePath, ...transcripts] = process.argv.slice(2);
const module = new WebAssembly.Module(readFileSync(corePath));
const decoder = new TextDecoder();
const encoder = new TextEncoder();
const word = (1n << 64n) - 1n;

/** SplitMix64, as Sources/Simulation/SeededRandom.swift. @param {bigint} seed */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & word;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & word;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & word;
    return z ^ (z >> 31n);
  };
}

class Device {
  chance = seeded(0n);

  constructor() {
    const page = {
      random: () => this.chance(),
      category,
      small,
      form: (/** @type {number} */ form, /** @type {number} */ at, /** @type {number} */ length) => {
        const bytes = new Uint8Array(this.exports.memory.buffer, at);
        return encoder.encodeInto(forms[form](decoder.decode(bytes.slice(0, length))), bytes).written;
      },
    };
    this.exports = /** @type {any} */ (new WebAssembly.Instance(module, { page }).exports);
  }

  /** @param {Uint8Array} call @param {number[]} lengths */
  ask(call, lengths) {
    const at = this.exports.room(call.length);
    new Uint8Array(this.exports.memory.buffer).set(call, at);
    const places = this.exports.ask(...lengths);
    const { buffer } = this.exports.memory;
    const [headAt, headSize, textAt, textSize] = new Uint32Array(buffer, places, 4);
    return [new Uint8Array(buffer, headAt, headSize), new Uint8Array(buffer, textAt, textSize)];
  }
}

/** @param {Uint8Array} one @param {Uint8Array} other */
const equal = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

let wrong = 0;
for (const path of transcripts) {
  const bytes = readFileSync(path);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const devices = [new Device(), new Device()];
  let at = 0;
  let calls = 0;
  while (at < bytes.length && wrong < 3) {
    const [name, head, text, answerHead, answerText, number] = [0, 4, 8, 12, 16, 20].map((offset) =>
      view.getUint32(at + offset, true)
    );
    const device = devices[number];
    device.chance = seeded(view.getBigUint64(at + 24, true));
    at += 32;
    const call = bytes.subarray(at, at += name + head + text);
    const wanted = [bytes.subarray(at, at += answerHead), bytes.subarray(at, at += answerText)];
    let got;
    try {
      got = device.ask(call, [name, head, text]);
    } catch (error) {
      console.error(`${path}: call ${calls} trapped: ${error}\n${decoder.decode(call).slice(0, 2000)}`);
      process.exit(1);
    }
    for (const part of [0, 1]) {
      if (equal(got[part], wanted[part])) continue;
      wrong += 1;
      console.error(`${path}: call ${calls} of device ${number}: ${decoder.decode(call).slice(0, 1000)}`);
      console.error(`  native: ${decoder.decode(wanted[part]).slice(0, 3000)}`);
      console.error(`  wasm:   ${decoder.decode(got[part]).slice(0, 3000)}`);
    }
    calls += 1;
  }
  console.log(`${path}: ${calls} calls, ${wrong ? "NOT the same" : "the same answers"}`);
}
process.exit(wrong ? 1 : 0);
