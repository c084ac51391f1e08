/** What the flows say of themselves: every screen is walked through with a mouse, by touch, and by keys alone. */
import { equal } from "../assert.js";

const flows = new URL("../flows/", import.meta.url);
const ways = ["mouse", "touch", "keys"];
const screens = [
  "board",
  "region",
  "backlog",
  "review",
  "statistics",
  "search",
  "repeat",
  "tags",
  "subtasks",
  "reminders",
  "history",
  "in and out",
  "account",
  "erase",
  "calendar",
  "widget",
  "proposals",
  "settings",
];

/** `@walks("board", "region", by="keys")`, above a flow. */
async function walked() {
  /** @type {Set<string>} */
  const said = new Set();
  for await (const { name } of Deno.readDir(flows)) {
    if (!name.endsWith(".py")) continue;
    const text = await Deno.readTextFile(new URL(name, flows));
    for (const [, names, by] of text.matchAll(/^@walks\((.+), by="(\w+)"\)\n(?:@\w+.*\n)*def flow_/gm)) {
      for (const [, screen] of names.matchAll(/"([^"]+)"/g)) said.add(`${screen} by ${by}`);
    }
  }
  return said;
}

Deno.test("every screen has a flow with a mouse, one by touch, and one by keys alone", async () => {
  const all = screens.flatMap((screen) => ways.map((way) => `${screen} by ${way}`));
  equal([...await walked()].sort(), all.sort());
});
