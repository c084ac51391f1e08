// The reader of plain words in WebAssembly reads every line of docs/use/plain-words.md as the page says it is read, which
// Tests/DaybookCoreTests holds for the same Swift on this machine. Runs under node: `plain-lines.js MODULE PAGE`
import { readFileSync } from "node:fs";
import process from "node:process";
import { Door } from "../wasm/door.js";
import { clockIn } from "../page/dates.js";
import { spans } from "../wasm/zone.js";

const [module, page] = process.argv.slice(2);
/** @type {Door<{memory: WebAssembly.Memory, room: (bytes: number) => number, line: () => number}>} */
const door = new Door(new WebAssembly.Module(readFileSync(module)));
const zone = spans("Europe/Berlin", { from: 2025, until: 2030 });
// The tables are of this Friday, at ten.
const now = Date.parse("2026-11-20T09:00:00Z");

/** @param {string} text @param {string} language @param {string[]} names  of lists */
function read(text, language, names) {
  const lists = names.map((name, at) => ({ id: `0b6c5f0e-7f6c-4a43-9a37-1f8f9a0f7c${10 + at}`, name }));
  door.put(JSON.stringify({ text, now, zone, dayStart: "00:00", firstWeekday: 1, language, lists }));
  return JSON.parse(door.take(door.calls.line()).head);
}

/** As the page says it. @param {any} line */
function said({ title, fields, spans }) {
  const at = (/** @type {string} */ instant) =>
    clockIn(Date.parse(instant), "Europe/Berlin").slice(5, 16).replace("T", " ");
  const { scheduledDate, dueAt, reminderAt, recurrence, tags = [], priority } = fields;
  const list = spans.find((/** @type {any} */ { kind }) => kind === "list")?.list;
  return [
    title,
    scheduledDate,
    dueAt && `due ${at(dueAt)}`,
    recurrence && (recurrence.days ? `days ${recurrence.days.join("")}` : recurrence.rrule),
    reminderAt && `remind ${at(reminderAt)}`,
    ...tags.map((/** @type {string} */ tag) => `#${tag}`),
    list && `+${list}`,
    priority && `p${priority}`,
  ].filter(Boolean).join(" · ");
}

let [wrong, count] = [0, 0];
let language = "";
for (const row of readFileSync(page, "utf8").split("\n")) {
  language = { "<!-- english -->": "en", "<!-- german -->": "de", "<!-- end -->": "" }[row] ?? language;
  const [, text, meaning] = row.match(/^\| `(.*?)` \| `(.*?)` \|$/) ?? [];
  if (!language || !text) continue;
  count += 1;
  const found = said(read(text, language, ["Family", "Groceries"]));
  if (found === meaning) continue;
  wrong += 1;
  console.log(`${text}: ${found}, and not ${meaning}`);
}
if (count < 30) throw new Error(`only ${count} lines were found`);
console.log(`${page}: ${count} lines, ${wrong === 0 ? "read as the page says" : `${wrong} read otherwise`}`);
process.exit(wrong === 0 ? 0 : 1);
