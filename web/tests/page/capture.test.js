import "./dom.js";
import { equal } from "../assert.js";

Object.assign(globalThis, { CSS: { supports: () => true } });
const { Capture } = await import("../../page/parts/capture.js");
const { keeper } = await import("../../page/desk.js");

/** @typedef {import("../../types/messages.js").Gesture} Gesture */

/** Somebody pastes two lines, with these notes beside them. @param {string} notes */
async function paste(notes) {
  /** @type {unknown[]} */
  const done = [];
  keeper.do = (/** @type {Gesture} */ gesture) => {
    done.push("titles" in gesture && gesture.titles);
    return Promise.resolve({ kind: "refused", request: 1, code: "disk_full" });
  };
  const capture = new Capture(`/app/inbox${notes}`, () => ({ kind: "inbox" }));
  const [title, beside] = capture.node.querySelectorAll("textarea");
  beside.value = notes;
  beside.dispatchEvent(new Event("input"));
  const data = { getData: () => "Bread\nButter" };
  const event = Object.assign(new Event("paste", { cancelable: true }), { clipboardData: data });
  title.dispatchEvent(event);
  await null;
  capture.end();
  return { done, isText: !event.defaultPrevented, notes: beside.value };
}

Deno.test("pasted lines become tasks, and beside notes they are text as any other", async () => {
  const alone = await paste("");
  equal([alone.done, alone.isText], [[["Bread", "Butter"]], false]);
  equal(await paste("Of one of them"), { done: [], isText: true, notes: "Of one of them" });
});
