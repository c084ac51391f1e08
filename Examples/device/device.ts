// A device of Daybook that works offline. One command at a time, on one file:
//
// FILE begin URL [TOKEN] | add TITLE | set ID FIELD=JSON... | delete ID | restore ID | list | sync [--confirm]
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";

type Fields = Record<string, any>;
type Rows = Record<string, Fields>;

const final = ["applied", "merged", "superseded", "waiting", "rejected"];
const [path, command, ...words] = process.argv.slice(2);
const fresh = {
  url: "", token: "", cursor: null as string | null, at: "", outbox: [] as Fields[], tasks: {} as Rows,
  snapshot: {} as Rows | null,
};
const state: typeof fresh = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : fresh;
const clock = () => new Date().toISOString();
const pair = (word: string) => [word.split("=", 1)[0], JSON.parse(word.slice(word.indexOf("=") + 1))];

/** All of it or nothing, wherever this process ends. */
function save() {
  const file = openSync(path + ".new", "w");
  writeFileSync(file, JSON.stringify(state));
  fsyncSync(file);
  closeSync(file);
  renameSync(path + ".new", path);
}

/** A clock that never goes back: where the machine's shows no later time, the last one is counted on. */
function nextAt(): string {
  const now = clock(), [last, count] = state.at.split("+");
  const next = (parseInt(count ?? "0", 16) + 1).toString(16).toUpperCase().padStart(4, "0");
  return (state.at = now > last ? now : `${last}+${next}`);
}

/** Written down before anybody is told. `base` is what the person had seen. */
function change(id: string, kind = "set", fields: Fields = {}): Fields {
  const op: Fields = { opId: randomUUID(), entity: "task", id, at: nextAt(), kind, fields, base: state.cursor };
  const completion = state.tasks[id]?.completion;
  if (completion && (fields.state ?? "completed") !== "completed") op.reopens = completion.clock;
  state.outbox.push(op);
  save();
  return op;
}

/** What the person sees: the server's rows, with what it does not know yet on top. */
function tasks(): Fields[] {
  const rows = { ...state.tasks };
  for (const { id, at, kind, fields } of state.outbox)
    rows[id] = { ...rows[id], id, ...fields, deletedAt: kind === "delete" ? at : null };
  return Object.values(rows).filter((row) => !row.deletedAt && "title" in row);
}

async function post(path: string, body: unknown): Promise<Response> {
  return fetch(state.url + path, {
    method: "POST", body: JSON.stringify(body), signal: AbortSignal.timeout(30_000),
    headers: { "content-type": "application/json", authorization: `Bearer ${state.token}` },
  });
}

/** Asks until neither side has more to say. Whatever goes wrong on the way, asking again is right. */
async function sync(confirmMassDelete: boolean) {
  const full = new Set<string>(); // the account has no room for these: they stay, the others go on
  for (;;) {
    const ops = state.outbox.filter((op) => !full.has(op.opId)).slice(0, 1000);
    const answer = await post("/v1/sync", { cursor: state.cursor, sentAt: clock(), ops, confirmMassDelete });
    if (answer.status === 410) { // everything anew; the outbox stays
      Object.assign(state, { cursor: null, snapshot: {} });
      continue;
    }
    if (!answer.ok) throw new Error(await answer.text()); // a problem with a stable code; nothing is lost
    const page = await answer.json();
    const rows = state.snapshot ?? state.tasks;
    for (const row of page.changes.tasks) rows[row.id] = row;
    if (state.snapshot && !page.hasMore)
      Object.assign(state, { tasks: rows, snapshot: null }); // what the pages lacked is gone
    const done = new Set(page.outcomes.map((one: Fields) => final.includes(one.outcome) && one.opId));
    for (const op of ops) if (!done.has(op.opId)) full.add(op.opId);
    Object.assign(state, { cursor: page.cursor, outbox: state.outbox.filter((op) => !done.has(op.opId)) });
    save();
    if (!page.hasMore && state.outbox.every((op) => full.has(op.opId))) return;
  }
}

async function run() {
  switch (command) {
    case "begin":
      state.url = words[0];
      state.token = words[1] ?? (await (await post("/v1/accounts", {})).json()).token;
      return save();
    case "add": return change(randomUUID(), "set", { title: words.join(" ") });
    case "set": return change(words[0], "set", Object.fromEntries(words.slice(1).map(pair)));
    case "delete": case "restore": return change(words[0], command);
    case "list":
      const place = (row: Fields) => `${row.sortOrder ?? "~"} ${row.id}`;
      return tasks().sort((a, b) => (place(a) < place(b) ? -1 : 1));
    case "sync": return sync(words.includes("--confirm"));
    default: throw new Error("begin, add, set, delete, restore, list or sync?");
  }
}

run().then((result) => console.log(JSON.stringify(result ?? null)), (error) => {
  console.error(`${error}`);
  process.exitCode = 1;
});
