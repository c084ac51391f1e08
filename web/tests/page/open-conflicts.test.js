import "./dom.js";
import { equal, ok } from "../assert.js";

Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {} }) });
const { keeper } = await import("../../page/desk.js");
const { OpenConflicts } = await import("../../page/screens/history/open-conflicts.js");
const { later } = await import("../../page/words/later.js");
const { words } = await import("../../page/words/words.js");

const conflict = (/** @type {string} */ name) => ({
  opId: name,
  entity: "settings",
  id: "settings",
  at: "2026-11-24T10:00:00.000Z",
  device: { id: "d", name: "Phone" },
  fields: [{ field: "title", mine: name, theirs: "x", base: null, reason: "newer", by: null, byAt: null }],
});
/** What the server was asked for. @type {any[]} */
const asked = [];

/** The server, with these of all that are open. @param {string[]} all @param {Set<string>} open */
function serve(all, open) {
  asked.length = 0;
  keeper.look = () => {};
  keeper.leave = () => {};
  keeper.do = keeper.sync = /** @type {any} */ (() => Promise.resolve({ kind: "done" }));
  keeper.server = (name, values) => {
    asked.push({ name, ...values });
    if (name === "resolveConflict") open.delete(String(values?.opId));
    const wanted = values?.status === "all" ? all : all.filter((one) => open.has(one));
    return Promise.resolve(
      /** @type {any} */ ({
        kind: "done",
        with: { conflicts: wanted.map(conflict), nextCursor: null },
      }),
    );
  };
}

const soon = () => new Promise((done) => setTimeout(done, 0));

/** @param {InstanceType<typeof OpenConflicts>} screen */
const shown = ({ node }) => [...node.querySelectorAll("section")].map((card) => card.querySelector("dd")?.textContent);
/** @param {InstanceType<typeof OpenConflicts>} screen @param {string} word */
const ways = ({ node }, word) => [...node.querySelectorAll("button")].filter(({ textContent }) => textContent === word);

/** @param {InstanceType<typeof OpenConflicts>} screen @param {boolean} on */
async function choose({ node }, on) {
  const box = /** @type {HTMLInputElement} */ (node.querySelector("input"));
  box.checked = on;
  box.dispatchEvent(new Event("change"));
  await soon();
}

Deno.test("settled ones are shown when somebody wants them, below the open ones and without ways to decide", async () => {
  serve(["first", "second", "third"], new Set(["second"]));
  const screen = new OpenConflicts();
  document.body.append(screen.node);
  await soon();
  equal(asked.map(({ status }) => status), ["open"]);
  equal(shown(screen), ["second"]);
  await choose(screen, true);
  equal(asked.map(({ status }) => status), ["open", "all"]);
  equal(shown(screen), ["second", "first", "third"]);
  equal(ways(screen, words.lost.useMine).length, 1);
  // What is decided now stands with them.
  ways(screen, words.lost.keep)[0].click();
  await soon();
  equal(shown(screen), ["second", "first", "third"]);
  equal(ways(screen, words.lost.useMine).length, 0);
  await choose(screen, false);
  equal(shown(screen), []);
  screen.end();
  screen.node.remove();
});

Deno.test("where nothing was settled yet, it says so", async () => {
  serve(["only"], new Set(["only"]));
  const screen = new OpenConflicts();
  document.body.append(screen.node);
  await soon();
  await choose(screen, true);
  ok(screen.node.textContent?.includes(later.history.noSettled), "that nothing is");
  screen.end();
  screen.node.remove();
});
