/**
 * The ways back that messages offer: none takes back anything but what its message says.
 *
 * @import { Done } from "../../types/messages.js"
 */
import "./dom.js";
import { equal } from "../assert.js";

const { move, redo, remove, setState, tell, undo, whenDone } = await import("../../page/deeds.js");
const { keeper } = await import("../../page/desk.js");
const { clear, toasts } = await import("../../page/parts/toast.js");
const { offerParts } = await import("../../page/subtasks/offer.js");
const { words } = await import("../../page/words/words.js");

/** What was asked for, by its name. @type {string[]} */
const asked = [];
let deeds = 0;

/** @param {{act: string}} gesture */
keeper.do = ({ act }) => {
  asked.push(act);
  return answer();
};
/** @param {"undo" | "redo"} kind @param {string} [deed] */
keeper.again = (kind, deed = "the last") => {
  asked.push(`${kind} ${deed}`);
  return answer();
};
// A task with one part that is open.
/** @type {typeof keeper.look} */
keeper.look = (_, view, __, ___, show) => {
  const [id, subtasks] = view.kind === "task" ? ["Journey", 1] : ["Tickets", 0];
  show(/** @type {any} */ ({ rows: [{ id, title: id, subtasks, state: "active" }] }));
};
keeper.leave = () => {};
whenDone(offerParts);

/** @returns {Promise<Done>} */
function answer() {
  deeds += 1;
  return Promise.resolve({ kind: "done", request: deeds, ids: ["Journey"], undoable: true, deed: `deed ${deeds}` });
}

const ways = () =>
  /** @type {any} */ (toasts).querySelectorAll("button").filter((/** @type {any} */ { textContent }) => textContent);
const labels = () => ways().map((/** @type {any} */ { textContent }) => textContent);
const shown = () => toasts.textContent;

/** @param {string} label */
function press(label) {
  ways().find((/** @type {any} */ { textContent }) => textContent === label).click();
}

async function settled() {
  for (let turn = 0; turn < 30; turn += 1) await null;
}

/** @param {string} name @param {() => Promise<void>} run */
function test(name, run) {
  Deno.test(name, async () => {
    asked.length = 0;
    deeds = 0;
    try {
      await run();
    } finally {
      clear();
    }
  });
}

test("the undo of a message names what the message says", async () => {
  await remove(["Bread"]);
  press(words.undo);
  equal(asked, ["delete", "undo deed 1"]);
});

test("a message that offers the parts of a task goes where something else is done", async () => {
  for (const done of [() => remove(["Journey"]), () => setState(["Journey"], "completed")]) {
    await done();
    await settled();
    equal(labels(), [words.subtasks.withParts(1), words.undo]);
    await move(["Bread"], { kind: "inbox" });
    equal(shown().includes(words.subtasks.withParts(1)), false);
  }
});

test("what is offered with the parts of a task takes back that task alone", async () => {
  await remove(["Journey"]);
  await settled();
  press(words.undo);
  await settled();
  await remove(["Journey"]);
  await settled();
  press(words.subtasks.withParts(1));
  await settled();
  equal(asked, ["delete", "undo deed 1", "delete", "undo deed 3", "delete"]);
});

test("what was done again is taken back by its message, which goes where something else is done", async () => {
  await remove(["Bread"]);
  await undo();
  equal(labels(), [words.redo]);
  await redo();
  equal(labels(), [words.undo]);
  press(words.undo);
  await settled();
  equal(asked, ["delete", "undo the last", "redo the last", "undo deed 3"]);
  await redo();
  await setState(["Butter"], "active");
  equal(labels(), []);
});

test("what cannot be taken back has no way back", async () => {
  tell({ kind: "done", request: 1, ids: [], undoable: false }, "Nothing to do", "short");
  equal(labels(), []);
  await settled();
});
