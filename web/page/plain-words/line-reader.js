/// <reference path="../../types/built.d.ts" />
/**
 * Reads lines of plain words (docs/use/plain-words.md), with the same Swift that reads them for the server and the terminal.
 *
 * @import { Bucket, DayRegion, TaskFields } from "../../types/messages.js"
 */
import { Door, moduleAt } from "../../wasm/door.js";
import { spans } from "../../wasm/zone.js";
import { homes, outline } from "../desk.js";
import { hasDayParts } from "../regions.js";

/**
 * Part of a line, in bytes of UTF-8, and what it means.
 * @typedef {{kind: "when" | "due" | "recurrence" | "reminder" | "tag" | "list" | "priority" | "region" | "bucket",
 *   text: string, from: number, to: number, scheduledDate?: string, dueAt?: string,
 *   recurrence?: NonNullable<TaskFields["recurrence"]>, reminderAt?: string, tag?: string, list?: string,
 *   priority?: number, region?: DayRegion, bucket?: Bucket}} Span
 * @typedef {{title: string, fields: TaskFields, spans: Span[], sentence?: string}} Line  `sentence` says what was added
 */

/** Where the module lies: under the name of its content, or among the sources. */
const address = typeof PLAIN_WORDS === "undefined" ? "/app/core/plain-words.wasm" : PLAIN_WORDS;
/** Nobody takes more of one line back. */
const mostTakenBack = 20;

export class LineReader {
  /** @type {Door<{memory: WebAssembly.Memory, room: (bytes: number) => number, line: () => number}>} */
  #door;
  /** @type {ReturnType<typeof spans>} */
  #zone = { name: "", starts: [], offsets: [] };

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#door = new Door(module);
  }

  /**
   * Parts of the line that are taken back stay in the title. Parts of the day are understood where this browser shows
   * them; what a task weighs, where it goes into one.
   *
   * @param {string} text @param {ReadonlySet<string>} takenBack @param {boolean} isInRegion  by where it is written down
   */
  read(text, takenBack, isInRegion) {
    /** @type {[number, number][]} */
    const plain = [];
    for (;;) {
      const line = this.#read(text, plain, isInRegion);
      const again = line.spans.filter((span) => takenBack.has(span.text));
      if (again.length === 0 || plain.length > mostTakenBack) return line;
      plain.push(...again.map(({ from, to }) => /** @type {[number, number]} */ ([from, to])));
    }
  }

  /** @param {string} text @param {[number, number][]} plain @param {boolean} isInRegion @returns {Line} */
  #read(text, plain, isInRegion) {
    const { timeZone, dayStart, firstWeekday, captureLanguage } = outline.value?.settings ?? {};
    const now = Date.now();
    const zone = this.#spans(String(timeZone ?? "UTC"), new Date(now).getUTCFullYear());
    const lists = homes().map(({ id, name }) => ({ id, name }));
    const day = { now, zone, dayStart, firstWeekday };
    const regions = { regions: hasDayParts(), isInRegion };
    this.#door.put(JSON.stringify({ text, ...day, language: captureLanguage, lists, ...regions, plain }));
    const line = JSON.parse(this.#door.take(this.#door.calls.line()).head);
    return "spans" in line ? line : { title: text, fields: {}, spans: [] };
  }

  /** Of the years that somebody writes of. @param {string} zone @param {number} year */
  #spans(zone, year) {
    if (this.#zone.name !== zone) this.#zone = spans(zone, { from: year - 1, until: year + 12 });
    return this.#zone;
  }
}

/** @type {Promise<LineReader> | null} */
let reader = null;

/** The one of this tab. Where it does not come it is asked for anew. */
export function lineReader() {
  return reader ??= load().catch((error) => {
    reader = null;
    throw error;
  });
}

async function load() {
  const module = await moduleAt(address);
  // For the time without a network.
  navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ kind: "keep", extra: "plainWords" }));
  return new LineReader(module);
}
