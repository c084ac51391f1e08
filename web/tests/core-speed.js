// Measures the core alone: `core-speed.js CORE [ROWS]` reads so many rows (10,000) from chunks, and does and looks.
// Runs under node and deno, and as a module worker in a browser (then it answers by postMessage).
const isBrowser = "WorkerGlobalScope" in globalThis && !("Deno" in globalThis);
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const encoder = new TextEncoder();
const decoder = new TextDecoder();
const now = Date.UTC(2026, 10, 24, 9);

/** @param {number} number @param {number} length */
const hex = (number, length) => number.toString(16).padStart(length, "0");
const id = (/** @type {number} */ number) =>
  `${hex((number * 2654435761) >>> 0, 8)}-1111-4111-8111-${hex((number * 40503) & 0xffff, 4)}${hex(number, 8)}`;
const date = (/** @type {number} */ days) => new Date(now + days * 864e5).toISOString().slice(0, 10);

/** A row in the replica's form. @param {number} number */
function row(number) {
  const scheduled = number % 16 === 0 ? date(0) : number % 2 ? date(number % 90 - 5) : null;
  const at = new Date(now - number * 60000).toISOString();
  let key = "";
  for (let rest = number, place = 0; place < 4; place++, rest = Math.floor(rest / 62)) key = digits[rest % 62] + key;
  return {
    id: id(number),
    title: `Task number ${number} with a title of some words`,
    notes: number % 5 ? null : "Some notes. ".repeat(20),
    state: "notStarted",
    createdAt: at,
    updatedAt: at,
    completedAt: null,
    scheduledDate: scheduled,
    dueAt: number % 7 ? null : at,
    reminderAt: null,
    listId: null,
    sortOrder: `d${key}`,
    region: null,
    bucket: "none",
    enteredBacklogAt: null,
    carryCount: 0,
    sticky: false,
    autoCarry: false,
    category: null,
    priority: 0,
    tags: [],
    recurrence: null,
    parentRecurringId: null,
    parentId: null,
    deletedAt: null,
    revision: number + 1,
    clocks: {
      [`${at}+0000@${id(1)}`]: ["title", "notes", "createdAt", "scheduledDate"],
      [`${at}+0001@${id(2)}`]: ["dueAt"],
    },
  };
}

/** @param {WebAssembly.Module} module @param {number} rows */
function measure(module, rows) {
  /** @type {unknown[][]} */
  const chunks = Array.from({ length: 64 }, () => []);
  for (let number = 0; number < rows; number++) chunks[parseInt(id(number).slice(-2), 16) & 63].push(row(number));
  const texts = chunks.map((tasks) => encoder.encode(JSON.stringify({ rows: { tasks, lists: [] } })));
  const page = {
    random: () => crypto.getRandomValues(new BigInt64Array(1))[0],
    category: () => 0,
    small: (/** @type {number} */ scalar) => scalar,
    form: (/** @type {number} */ _form, /** @type {number} */ _at, /** @type {number} */ length) => length,
  };
  const core = /** @type {any} */ (new WebAssembly.Instance(module, { page }).exports);
  /** @param {string} name @param {object} head @param {Uint8Array} [text] */
  const ask = (name, head, text = new Uint8Array()) => {
    const parts = [encoder.encode(name), encoder.encode(JSON.stringify(head)), text];
    let at = core.room(parts.reduce((sum, part) => sum + part.length, 0));
    const memory = new Uint8Array(core.memory.buffer);
    for (const part of parts) {
      memory.set(part, at);
      at += part.length;
    }
    const places = core.ask(...parts.map((part) => part.length));
    const [headAt, size] = new Uint32Array(core.memory.buffer, places, 4);
    const answer = JSON.parse(decoder.decode(new Uint8Array(core.memory.buffer, headAt, size)));
    if (answer.refused) throw new Error(JSON.stringify(answer));
    return answer;
  };
  /** @type {Record<string, number>} */
  const figures = { bytes: texts.reduce((sum, text) => sum + text.length, 0) };
  /** @param {string} name @param {number} times @param {(time: number) => void} body */
  const time = (name, times, body) => {
    const all = [];
    for (let turn = 0; turn < times; turn++) {
      const start = performance.now();
      body(turn);
      all.push(performance.now() - start);
    }
    all.sort((one, other) => one - other);
    figures[`${name} p50`] = all[Math.floor(times / 2)];
    if (times > 1) figures[`${name} p95`] = all[Math.floor(times * 0.95)];
  };
  time("read all", 1, () => {
    ask("zone", { name: "Europe/Berlin", starts: [0], offsets: [3600] });
    ask("open", { book: id(7), device: id(1), zone: "Europe/Berlin" });
    for (const text of texts) ask("chunk", {}, text);
    ask("begin", { now });
  });
  figures["memory MB"] = core.memory.buffer.byteLength / 1e6;
  const look = (/** @type {string} */ kind) => ask("look", { now, view: { kind }, from: 0, count: 60 });
  for (const kind of ["today", "inbox", "upcoming", "overdue"]) {
    time(`first look at ${kind}`, 1, () => look(kind));
    time(`look again at ${kind}`, 20, () => look(kind));
  }
  const search = (/** @type {string} */ text) =>
    ask("look", { now, view: { kind: "search", text }, from: 0, count: 60 });
  for (const text of ["number 7", "tilte", "date:none title", "nothing"]) time(`search ${text}`, 1, () => search(text));
  look("board");
  time("look again at the board", 20, () => look("board"));
  time("first outline", 1, () => ask("outline", { now }));
  time(
    "add",
    200,
    (turn) =>
      ask("do", { now: now + turn, gesture: { act: "add", titles: [`Another ${turn}`], place: { kind: "today" } } }),
  );
  const today = look("today").rows;
  time(
    "complete",
    60,
    (turn) =>
      ask("do", { now: now + 999, gesture: { act: "edit", ids: [today[turn].id], fields: { state: "completed" } } }),
  );
  time("add, look, outline", 100, (turn) => {
    ask("do", { now: now + 2000 + turn, gesture: { act: "add", titles: [`More ${turn}`], place: { kind: "today" } } });
    look("today");
    ask("outline", { now });
  });
  figures["memory MB at the end"] = core.memory.buffer.byteLength / 1e6;
  return figures;
}

if (isBrowser) {
  self.onmessage = async ({ data }) => {
    self.postMessage(measure(await WebAssembly.compileStreaming(fetch(data.core)), data.rows));
  };
} else {
  const { readFileSync } = await import("node:fs");
  const { default: process } = await import("node:process");
  const [path, rows = "10000"] = process.argv.slice(2);
  const figures = measure(new WebAssembly.Module(readFileSync(path)), Number(rows));
  for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(28)} ${value.toFixed(2)}`);
}
