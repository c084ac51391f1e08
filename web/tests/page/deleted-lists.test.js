import "./dom.js";
import { equal, ok } from "../assert.js";

Object.assign(globalThis, { matchMedia: () => ({ matches: true, addEventListener() {} }) });
const { keeper, outline } = await import("../../page/desk.js");
const { DeletedLists } = await import("../../page/parts/deleted-lists.js");
const { toasts } = await import("../../page/parts/toast.js");
const { later } = await import("../../page/words/later.js");
const { words } = await import("../../page/words/words.js");

const w = later.deletedLists;
/** What the server and the keeper were asked for. @type {any[]} */
let asked = [];

/** @param {string[]} names  of deleted lists, the first one deleted first */
function serve(names) {
  asked = [];
  outline.value = /** @type {any} */ ({ today: "2026-12-01", settings: {}, lists: [] });
  keeper.server = (operation, values) => {
    asked.push({ operation, ...values });
    const lists = names.map((name, hour) => ({
      id: name,
      name,
      colorHex: null,
      deletedAt: `2026-12-01T1${hour}:00:00.000Z`,
    }));
    return Promise.resolve(/** @type {any} */ ({ kind: "done", with: { lists } }));
  };
  keeper.sync = () => Promise.resolve(/** @type {any} */ ({ kind: "done" }));
  keeper.do = (gesture) => {
    asked.push(gesture);
    return Promise.resolve(/** @type {any} */ ({ kind: "done", undoable: false, touched: [] }));
  };
}

const soon = () => new Promise((done) => setTimeout(done, 1));

/** @param {() => void} [lostFocus] */
async function shown(lostFocus = () => {}) {
  const lists = new DeletedLists(() => {}, lostFocus);
  document.body.append(lists.node);
  await soon();
  return lists;
}

/** @param {InstanceType<typeof DeletedLists>} lists */
const ways = ({ node }) => [...node.querySelectorAll("button")];

Deno.test("deleted lists stand there, the latest first, and nothing stands there without any", async () => {
  serve(["Home", "Work"]);
  const lists = await shown();
  equal(asked, [{ operation: "lists", deleted: true }]);
  equal(ways(lists).map((way) => way.getAttribute("aria-label")), [w.restoreOf("Work"), w.restoreOf("Home")]);
  equal(lists.count, 2);
  lists.end();
  serve([]);
  const none = await shown();
  equal([none.node.childNodes.length, none.count], [0, 0]);
  none.end();
});

Deno.test("a list is restored, hands the focus on, and its message deletes it again", async () => {
  serve(["Home"]);
  let isLost = false;
  const lists = await shown(() => isLost = true);
  const [way] = ways(lists);
  way.focus();
  way.click();
  await soon();
  equal(asked.slice(1), [{ operation: "bringBackList", id: "Home" }]);
  equal(lists.count, 0);
  ok(isLost, "the focus is handed on");
  ok(toasts.textContent?.includes(w.restored("Home")), "what was done");
  [...toasts.querySelectorAll("button")].find(({ textContent }) => textContent === words.undo)?.click();
  await soon();
  equal(asked.at(-1), { act: "deleteList", id: "Home" });
  lists.end();
});

Deno.test("without the server it says who knows, and without an account nothing", async () => {
  for (const [code, sentence] of [["offline", w.unknown], ["alone", ""]]) {
    serve([]);
    keeper.server = () => Promise.resolve(/** @type {any} */ ({ kind: "refused", code }));
    const lists = await shown();
    equal(lists.node.textContent, sentence);
    lists.end();
  }
});
