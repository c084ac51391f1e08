import "./dom.js";
import { equal, ok } from "../assert.js";

Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {} }) });
const { keeper, outline, standing } = await import("../../page/desk.js");
const { Changes } = await import("../../page/screens/history/changes.js");
const { later } = await import("../../page/words/later.js");
const { words } = await import("../../page/words/words.js");

const [list, phone, gone] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`);
/** What the server was asked for. @type {any[]} */
let asked = [];

/** The server of an account with one list and one other device. @param {string} name  that changes have of their device */
function serve(name) {
  asked = [];
  outline.value = /** @type {any} */ ({ today: "2026-12-01", settings: {}, lists: [{ id: list, name: "Home" }] });
  standing.value = /** @type {any} */ ({ account: { id: "a", device: "own" }, waiting: 2 });
  const entry = (/** @type {any} */ values) => ({
    revision: 1,
    opId: "o",
    entity: "list",
    id: list,
    kind: "set",
    at: "2026-12-01T10:00:00.000Z",
    recordedAt: "2026-12-01T10:00:00.000Z",
    device: { id: values.device ?? phone, name },
    changes: [{ field: "name", old: "House", new: "Home" }],
    outcome: "applied",
    conflicts: [],
    cause: null,
  });
  keeper.look = () => {};
  keeper.leave = () => {};
  keeper.session = () =>
    Promise.resolve(
      /** @type {any} */ ({
        kind: "done",
        with: { devices: [{ id: phone, name: "Phone", createdAt: "2026-11-01T00:00:00.000Z" }] },
      }),
    );
  keeper.server = (_, values) => {
    asked.push(values);
    return Promise.resolve(
      /** @type {any} */ ({ kind: "done", with: { entries: [entry(values ?? {})], nextCursor: null } }),
    );
  };
}

/** @param {ConstructorParameters<typeof Changes>[0]} what */
async function history(what) {
  const changes = new Changes(what);
  let title = "";
  changes.named = (name) => title = name;
  document.body.append(changes.node);
  await new Promise((done) => setTimeout(done, 5));
  changes.end();
  changes.node.remove();
  const ways = [...changes.node.querySelectorAll("button")].map(({ textContent }) => textContent);
  return { title, ways, text: changes.node.textContent ?? "" };
}

Deno.test("the history of a device asks for its changes alone, names it, and has the way to take them back", async () => {
  serve("An older name");
  const { title, ways, text } = await history({ device: phone });
  equal(asked.map(({ device, list, task }) => ({ device, list, task })), [{
    device: phone,
    list: undefined,
    task: undefined,
  }]);
  equal(title, later.history.ofDevice("Phone"));
  ok(ways.includes(words.devices.takeBack), "the way back");
  ok(!text.includes(later.history.unsent(2)), "what waits here is nothing of it");
});

Deno.test("a device that is in no list any more is named as its changes name it", async () => {
  serve("Assistant");
  equal((await history({ device: gone })).title, later.history.ofDevice("Assistant"));
});

Deno.test("the history of this device says so, with what was not sent yet", async () => {
  serve("Browser");
  const { title, text } = await history({ device: "own" });
  equal(title, later.history.ofThisDevice);
  ok(text.includes(later.history.unsent(2)), "what waits");
});

Deno.test("the history of a list asks for it alone and names it", async () => {
  serve("Phone");
  const { title, ways } = await history({ list });
  equal(asked.map(({ device, list }) => ({ device, list })), [{ device: undefined, list }]);
  equal(title, later.history.ofTask("Home"));
  ok(!ways.includes(words.devices.takeBack), "nothing of a device");
});
